import { lookup as resolve } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { requestBy } from '../http/node-http.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardOptions {
  readonly wayOut: Pick<WayOut, 'agentFor' | 'isThroughProxy'>
  /** In place of `isPublicAddress`, for tests. */
  readonly allows?: ((address: string) => boolean) | undefined
}

/** `private`: the address leads to this machine or a private network. `unreachable`: no answer, or none in time. */
export class GuardedRequestError extends Error {
  override readonly name = 'GuardedRequestError'
  readonly code: 'private' | 'unreachable'

  constructor(code: 'private' | 'unreachable', cause?: unknown) {
    super(code === 'private' ? 'the address leads to a private network' : 'the server cannot be reached', { cause })
    this.code = code
  }
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** From the request to the head of the answer. */
  readonly headMs: number
  /** Ends the request before that. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Requests to addresses that others name. Every address is checked after its name is resolved and right before the
 * connection is made, so nobody reaches this machine or the operator's network through the relay. Redirects are not
 * followed.
 */
export class GuardedRequests {
  readonly #options: GuardOptions

  constructor(options: GuardOptions) {
    this.#options = options
  }

  /**
   * Resolves to the head of the answer; the caller reads or destroys its content, and bounds it. Throws
   * GuardedRequestError.
   */
  open(url: URL, { method = 'GET', headers, body, headMs, signal }: GuardedRequest): Promise<IncomingMessage> {
    const { allows = isPublicAddress } = this.#options
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const isForbidden = isIP(name) ? !allows(name) : isLocalName(name)
    if (isForbidden) return Promise.reject(new GuardedRequestError('private'))
    const way = this.#wayTo(url, allows)
    if (!way) return Promise.reject(new GuardedRequestError('unreachable'))
    return new Promise((answered, failed) => {
      const fail = (cause: unknown) =>
        failed(cause instanceof GuardedRequestError ? cause : new GuardedRequestError('unreachable', cause))
      const request = requestBy(url.protocol)(url, { method, headers, ...way, ...(signal && { signal }) })
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
      request.end(body)
    })
  }

  /** Through the proxy, which resolves names itself, or directly to an allowed address; undefined for neither. */
  #wayTo(url: URL, allows: (address: string) => boolean) {
    const { wayOut } = this.#options
    try {
      const agent = wayOut.agentFor(url) ?? false
      return { agent, ...(!wayOut.isThroughProxy(url) && { lookup: publicLookup(allows) }) }
    } catch {
      // An onion service without a proxy.
      return undefined
    }
  }
}

/** A name that only a local name server knows. */
function isLocalName(name: string): boolean {
  // With a dot at its end a name is the same one, written out.
  const plain = name.replace(/\.$/, '')
  return !plain.includes('.') || /\.(local|localhost|internal|home\.arpa|lan)$/i.test(plain)
}

/** Resolves names to allowed addresses only. The connection goes to what was checked: nothing is resolved a second time. */
function publicLookup(allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => allows(address))
      const [first] = allowed
      if (!first || allowed.length < addresses.length) return callback(new GuardedRequestError('private'), [])
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })
  }
}
