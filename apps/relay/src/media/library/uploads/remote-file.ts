import type { IncomingMessage } from 'node:http'
import { ApiError } from '@hornets/server/api-error'
import { GuardedRequestError, GuardedRequests, type GuardOptions } from '@hornets/server/outgoing/guarded-requests'

export interface RemoteFilesOptions extends GuardOptions {
  /** From the request to the head of the answer, each time; 15 seconds. */
  readonly headMs?: number
}

export interface RemoteFile {
  readonly contentType: string | undefined
  readonly bytes: number | null
  readonly body: AsyncIterator<Uint8Array>
  close(): void
}

const redirectsMax = 3
const usualHeadMs = 15_000
const redirects = new Set([301, 302, 303, 307, 308])

/** Fetches files that strangers name, from public addresses only, redirects too. */
export class RemoteFiles {
  readonly #options: RemoteFilesOptions
  readonly #requests: GuardedRequests

  constructor(options: RemoteFilesOptions) {
    this.#options = options
    this.#requests = new GuardedRequests(options)
  }

  /** Throws ApiError: 'bad_request' for an address that is not allowed, 'bad_gateway' if it has no file or is late. */
  async open(address: string, signal?: AbortSignal): Promise<RemoteFile> {
    let url = readUrl(address)
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const response = await this.#get(url, signal)
      const { statusCode = 0, headers } = response
      if (redirects.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        url = readUrl(headers.location, url)
        continue
      }
      if (statusCode !== 200) {
        response.destroy()
        throw new ApiError('bad_gateway', `The remote server returned ${statusCode}`)
      }
      const length = Number(headers['content-length'] ?? Number.NaN)
      return {
        contentType: headers['content-type'],
        bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
        body: contentOf(response),
        close: () => response.destroy(),
      }
    }
    throw new ApiError('bad_gateway', 'Too many redirects')
  }

  async #get(url: URL, signal?: AbortSignal): Promise<IncomingMessage> {
    const { headMs = usualHeadMs } = this.#options
    try {
      const headers = { accept: '*/*', 'accept-encoding': 'identity' }
      return await this.#requests.open(url, { headers, headMs, signal })
    } catch (cause) {
      const code = cause instanceof GuardedRequestError ? cause.code : 'unreachable'
      if (code === 'private') throw new ApiError('bad_request', 'The address leads to a private network', { cause })
      if (code === 'port') throw new ApiError('bad_request', 'This relay does not fetch from this port', { cause })
      throw new ApiError('bad_gateway', 'The other server cannot be reached', { cause })
    }
  }
}

async function* contentOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response
  } catch (cause) {
    throw new ApiError('bad_gateway', 'The other server broke off', { cause })
  }
}

function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!url || !isPlain || address.length > 2000) throw new ApiError('bad_request', 'Expected an http or https address')
  return url
}
