import type { Agent, IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { isLoopbackHost } from '../http/caller.ts'
import { isOnion } from '../process/environment.ts'
import { CallPace } from '../sliding-minute.ts'
import { type HttpAnswer, type HttpRequest, type StreamRequest, sendRequest, streamRequest } from './http-request.ts'
import { askSocksProxy, type SocksProxyState } from './socks-probe.ts'
import { resolveBySocksProxy } from './socks-resolve.ts'

const load = createRequire(import.meta.url)

/** How long the proxy's last state is trusted. */
const believedMs = 10_000

/** For requests to addresses that strangers name. */
export interface GuardPolicy {
  readonly ports: ReadonlySet<number> | 'any'
  /** The proxy itself keeps names away from addresses inside, so they are not looked up before. */
  readonly trustsProxy: boolean
}

const usualGuard: GuardPolicy = { ports: new Set([80, 443]), trustsProxy: false }

/** The SOCKS proxy does not answer or refuses us: nothing has left this machine. */
export class SocksProxyError extends Error {
  override readonly name = 'SocksProxyError'
  readonly state: SocksProxyState

  constructor(state: SocksProxyState, cause?: unknown) {
    super(
      state === 'refuses' ? 'the SOCKS proxy refuses the user or the password' : 'the SOCKS proxy does not answer',
      { cause },
    )
    this.state = state
  }
}

/** An onion name without a proxy: no name server may be asked for it (RFC 7686). */
export class OnionError extends Error {
  override readonly name = 'OnionError'
}

/**
 * With a SOCKS proxy every connection and name resolution uses it, and none bypasses it; only this machine is direct.
 */
export class WayOut {
  #guard: GuardPolicy
  #proxy: URL | undefined
  #kept: Agent | undefined
  #fresh: Agent | undefined
  #state: SocksProxyState | undefined
  readonly #pace = new CallPace(Date.now)
  #asking: Promise<SocksProxyState> | undefined
  #askedAt = Number.NEGATIVE_INFINITY

  /** `proxy`: `socks5h://[user:password@]host:port`; undefined for none. */
  constructor(proxy?: URL, guard: GuardPolicy = usualGuard) {
    this.#guard = guard
    if (proxy) this.#useProxy(proxy)
  }

  get proxy(): URL | undefined {
    return this.#proxy
  }

  get guard(): GuardPolicy {
    return this.#guard
  }

  use(proxy: URL | undefined, guard: GuardPolicy): void {
    this.#guard = guard
    if (proxy?.href !== this.#proxy?.href) this.#useProxy(proxy)
  }

  #useProxy(proxy: URL | undefined): void {
    this.#kept?.destroy()
    this.#proxy = proxy
    this.#kept = undefined
    this.#fresh = undefined
    this.#state = undefined
    this.#asking = undefined
    if (!proxy) return
    // Few servers have a proxy, and its libraries take 20 ms of each start.
    const { SocksProxyAgent } = load('socks-proxy-agent') as typeof import('socks-proxy-agent')
    this.#kept = new SocksProxyAgent(proxy, { keepAlive: true })
    this.#fresh = new SocksProxyAgent(proxy)
    void this.#ask()
  }

  /** Connections through the proxy in the last 60 seconds. */
  get perMinute(): number {
    return this.#pace.perMinute
  }

  /** As `sendRequest`. Throws SocksProxyError if the proxy fails, not the destination. */
  async send(url: URL, options: HttpRequest): Promise<HttpAnswer> {
    if (!this.isThroughProxy(url)) return sendRequest(url, options)
    this.#pace.called()
    try {
      const answer = await sendRequest(url, options, { kept: this.#kept, fresh: this.#fresh })
      this.#note('answers')
      return answer
    } catch (error) {
      if (options.signal?.aborted) throw error
      const state = await this.#ask()
      if (state !== 'answers') throw new SocksProxyError(state, error)
      throw error
    }
  }

  /** As `streamRequest`. Throws SocksProxyError if the proxy fails, not the destination. */
  async stream(url: URL, options: StreamRequest): Promise<IncomingMessage> {
    if (!this.isThroughProxy(url)) return streamRequest(url, options, undefined)
    this.#pace.called()
    try {
      return await streamRequest(url, options, this.#kept)
    } catch (error) {
      const state = await this.#ask()
      if (state !== 'answers') throw new SocksProxyError(state, error)
      throw error
    }
  }

  /** For connections that are not reused: a websocket, a stream. Undefined for a direct one. Throws OnionError. */
  agentFor(url: URL): Agent | undefined {
    if (!this.isThroughProxy(url)) return undefined
    this.#pace.called()
    return this.#fresh
  }

  /** The proxy for this host; undefined for a direct connection. Throws OnionError. */
  proxyFor(url: URL): URL | undefined {
    if (!this.isThroughProxy(url)) return undefined
    this.#pace.called()
    return this.#proxy
  }

  /** The address that the proxy finds for a host; undefined if it finds none, or cannot look names up. */
  async resolveByProxy({ hostname }: URL): Promise<string | undefined> {
    return this.#proxy && resolveBySocksProxy(this.#proxy, hostname)
  }

  /** The proxy's last known state; undefined without a proxy, 'asked' until it is known. */
  proxyState(): SocksProxyState | 'asked' | undefined {
    if (!this.#proxy) return undefined
    if (performance.now() - this.#askedAt > believedMs) void this.#ask()
    return this.#state ?? 'asked'
  }

  /** Throws OnionError for a name that only a proxy can resolve. */
  isThroughProxy({ host, hostname }: URL): boolean {
    if (this.#proxy) return !isThisMachine(host)
    if (isOnion(hostname)) throw new OnionError(`${hostname} is reached through a SOCKS proxy only`)
    return false
  }

  async #ask(): Promise<SocksProxyState> {
    const proxy = this.#proxy
    // It was removed during the call.
    if (!proxy) return 'answers'
    const asking = this.#asking ?? askSocksProxy(proxy)
    this.#asking = asking
    const state = await asking
    if (this.#asking === asking) this.#asking = undefined
    return proxy === this.#proxy ? this.#note(state) : state
  }

  #note(state: SocksProxyState): SocksProxyState {
    this.#state = state
    this.#askedAt = performance.now()
    return state
  }
}

export const directWayOut = new WayOut()

const isThisMachine = (host: string) => isLoopbackHost(host) || /^127(\.\d{1,3}){3}(:\d+)?$/.test(host)
