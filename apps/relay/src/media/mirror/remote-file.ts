import { lookup as resolve } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/http/way-out'
import { isPublicAddress } from './public-address.ts'

export interface RemoteFilesOptions {
  readonly wayOut: Pick<WayOut, 'agentFor' | 'isThroughProxy'>
  /** In place of `isPublicAddress`, for tests. */
  readonly allows?: (address: string) => boolean
  /** From the request to the head of the answer, each time; 15 seconds. */
  readonly headMs?: number
}

/** A file on another server, before its content is read. */
export interface RemoteFile {
  /** As that server says it; undefined where it does not. */
  readonly contentType: string | undefined
  readonly bytes: number | null
  readonly body: AsyncIterator<Uint8Array>
  /** Hangs up. */
  close(): void
}

const redirectsMax = 3
const usualHeadMs = 15_000
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches files that strangers name. Every address is checked after its name is resolved and right before the connection is
 * made, redirects too: nobody reaches this machine or the operator's network through the relay.
 */
export class RemoteFiles {
  readonly #options: RemoteFilesOptions

  constructor(options: RemoteFilesOptions) {
    this.#options = options
  }

  /** Throws ApiError('bad_request') for an address that is not allowed, and for a server that does not have the file. */
  async open(address: string): Promise<RemoteFile> {
    let url = readUrl(address)
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const response = await this.#get(url)
      const { statusCode = 0, headers } = response
      if (redirects.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        url = readUrl(headers.location, url)
        continue
      }
      if (statusCode !== 200) {
        response.destroy()
        throw new ApiError('bad_request', `The other server answers ${statusCode} instead of the file`)
      }
      const length = Number(headers['content-length'] ?? Number.NaN)
      return {
        contentType: headers['content-type'],
        bytes: Number.isSafeInteger(length) && length >= 0 ? length : null,
        body: contentOf(response),
        close: () => response.destroy(),
      }
    }
    throw new ApiError('bad_request', 'The other server redirects too often')
  }

  #get(url: URL): Promise<IncomingMessage> {
    const { wayOut, allows = isPublicAddress, headMs = usualHeadMs } = this.#options
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const isForbidden = isIP(name) ? !allows(name) : isLocalName(name)
    if (isForbidden) throw new ApiError('bad_request', 'The address leads to a private network')
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const through = wayOut.isThroughProxy(url)
    return new Promise((answered, failed) => {
      const fail = (cause: unknown) =>
        failed(
          cause instanceof ApiError
            ? cause
            : new ApiError('bad_request', 'The other server cannot be reached', { cause }),
        )
      const agent = wayOut.agentFor(url) ?? false
      const headers = { accept: '*/*', 'accept-encoding': 'identity' }
      const request = open(url, { agent, headers, ...(!through && { lookup: publicLookup(allows) }) })
      const timer = setTimeout(() => request.destroy(new Error('the answer is late')), headMs)
      request.once('response', response => {
        clearTimeout(timer)
        // What comes after the head is bounded by whoever reads it.
        response.on('error', () => {})
        answered(response)
      })
      request.on('error', error => {
        clearTimeout(timer)
        fail(error)
      })
      request.end()
    })
  }
}

async function* contentOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response
  } catch (cause) {
    throw new ApiError('bad_request', 'The other server broke off', { cause })
  }
}

/** A name that only a local name server knows. */
const isLocalName = (name: string) =>
  !name.includes('.') || /\.(local|localhost|internal|home\.arpa|lan)\.?$/i.test(name)

function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!url || !isPlain || address.length > 2000) throw new ApiError('bad_request', 'Expected an http or https address')
  return url
}

/** Resolves names to allowed addresses only. The connection goes to what was checked: nothing is resolved a second time. */
function publicLookup(allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => allows(address))
      const [first] = allowed
      if (!first || allowed.length < addresses.length)
        return callback(new ApiError('bad_request', 'The address leads to a private network'), [])
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })
  }
}
