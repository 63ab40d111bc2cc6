import { lookup as resolve } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { requestBy } from '../http/node-http.ts'
import { isOnion } from '../process/environment.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardOptions {
  readonly wayOut: Pick<WayOut, 'agentFor' | 'isThroughProxy' | 'resolveByProxy' | 'guard'>
  /** In place of `isPublicAddress`, on any port, for tests. */
  readonly allows?: ((address: string) => boolean) | undefined
}

/** `private`: this machine or a private network. `port`: not allowed. `unreachable`: no answer in time. */
type GuardedFailure = 'private' | 'port' | 'unreachable'

const words: Readonly<Record<GuardedFailure, string>> = {
  private: 'the address leads to a private network',
  port: 'the port is not allowed',
  unreachable: 'the server cannot be reached',
}

export class GuardedRequestError extends Error {
  override readonly name = 'GuardedRequestError'
  readonly code: GuardedFailure

  constructor(code: GuardedFailure, cause?: unknown) {
    super(words[code], { cause })
    this.code = code
  }
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly headMs: number
  readonly signal?: AbortSignal | undefined
}

/** Checked after resolving, right before connecting: nobody reaches inside through the relay. No redirects. */
export class GuardedRequests {
  readonly #options: GuardOptions

  constructor(options: GuardOptions) {
    this.#options = options
  }

  /** The caller reads or destroys its content, and bounds it. Throws GuardedRequestError. */
  async open(url: URL, request: GuardedRequest): Promise<IncomingMessage> {
    return send(url, request, await this.wayTo(url))
  }

  /** How to connect to it, for what is no request: a websocket. Throws GuardedRequestError. */
  async wayTo(url: URL): Promise<RequestOptions> {
    const { allows = isPublicAddress } = this.#options
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const isForbidden = isIP(name) ? !allows(name) : isLocalName(name)
    if (isForbidden) throw new GuardedRequestError('private')
    if (!this.#allowsPort(url)) throw new GuardedRequestError('port')
    return this.#wayTo(url, name, allows)
  }

  #allowsPort({ port, protocol }: URL): boolean {
    const { allows, wayOut } = this.#options
    const { ports } = wayOut.guard
    return allows !== undefined || ports === 'any' || ports.has(Number(port) || (protocol === 'https:' ? 443 : 80))
  }

  /** Directly or through the proxy, to an allowed address. Throws GuardedRequestError. */
  async #wayTo(url: URL, name: string, allows: (address: string) => boolean): Promise<RequestOptions> {
    const { wayOut } = this.#options
    try {
      const agent = wayOut.agentFor(url) ?? false
      if (!wayOut.isThroughProxy(url)) return { agent, lookup: publicLookup(allows) }
      if (isIP(name) || isOnion(name) || wayOut.guard.trustsProxy) return { agent }
      const address = await wayOut.resolveByProxy(url)
      if (address === undefined) throw new Error('the proxy found no address')
      if (!allows(address)) throw new GuardedRequestError('private')
      // By address: the proxy must not look the name up a second time.
      return { agent, hostname: address, servername: name } as RequestOptions
    } catch (cause) {
      if (cause instanceof GuardedRequestError) throw cause
      throw new GuardedRequestError('unreachable', cause)
    }
  }
}

function send(
  url: URL,
  { method = 'GET', headers, body, headMs, signal }: GuardedRequest,
  way: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    const fail = (cause: unknown) =>
      failed(cause instanceof GuardedRequestError ? cause : new GuardedRequestError('unreachable', cause))
    const request = requestBy(url.protocol)(url, {
      method,
      headers: { host: url.host, ...headers },
      ...way,
      ...(signal && { signal }),
    })
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
