import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { isSignedByItsAuthor } from '../keys/nostr-signature.ts'
import type { NwcEncryption, NwcKeys } from '../keys/nwc-keys.ts'
import { NwcError, NwcSilentError } from './nwc-error.ts'

const kinds = { info: 13_194, answer: 23_195, news: 23_196, newsByNip44: 23_197 } as const
const usualTimeoutMs = 15_000
const handshakeMs = 15_000
const pingMs = 30_000
const firstRetryMs = 1000
const longestRetryMs = 60_000
const maxBytes = 2 ** 20

const event = z.object({
  id: z.string(),
  pubkey: z.string(),
  sig: z.string(),
  content: z.string(),
  created_at: z.number().int(),
  kind: z.number().int(),
  tags: z.array(z.array(z.string())),
})
type Event = z.infer<typeof event>
const answer = z.object({
  result_type: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
  result: z.unknown(),
})
const news = z.object({ notification_type: z.string(), notification: z.unknown() })

/** The wallet service's self-description (kind 13194). */
export interface NwcInfo {
  readonly methods: readonly string[]
  readonly encryption: NwcEncryption
}

export interface NwcClientParts {
  readonly keys: NwcKeys
  readonly relayUrl: string
  readonly wayOut: WayOut
  /** Milliseconds. */
  readonly now: () => number
  readonly logger: Logger
  readonly onReady: () => void
  readonly onNews: (type: string, notification: unknown) => void
  readonly firstRetryMs?: number | undefined
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface RequestOptions {
  readonly timeoutMs?: number
  /** Seconds: afterwards the service ignores the request. */
  readonly expiresAt?: number
}

/** Talks to a wallet service by NIP-47 over its relay; reconnects when the connection breaks. */
export class NwcClient {
  readonly #parts: NwcClientParts
  readonly #waiting = new Map<string, Waiting>()
  #socket: WebSocket | undefined
  #retry: NodeJS.Timeout | undefined
  #ping: NodeJS.Timeout | undefined
  #failures = 0
  #info: NwcInfo | undefined
  #isReady = false
  #isClosed = false
  #ready = Promise.withResolvers<void>()

  constructor(parts: NwcClientParts) {
    this.#parts = parts
    this.#connect()
  }

  /** connecting: no contact yet. offline: lost or unreachable. */
  state(): 'connecting' | 'ready' | 'offline' {
    if (this.#isReady) return 'ready'
    return this.#failures > 0 ? 'offline' : 'connecting'
  }

  info(): NwcInfo | undefined {
    return this.#info
  }

  /** Throws NwcError if the service refuses, NwcSilentError without an answer in time: then it may have been done. */
  async request(method: string, params: object, { timeoutMs = usualTimeoutMs, expiresAt }: RequestOptions = {}) {
    const timeout = Promise.withResolvers<never>()
    timeout.promise.catch(() => undefined)
    const timer = setTimeout(() => timeout.reject(this.#silence()), timeoutMs)
    let id: string | undefined
    try {
      await Promise.race([this.#ready.promise, timeout.promise])
      const nowSeconds = Math.floor(this.#parts.now() / 1000)
      const until = expiresAt ?? nowSeconds + Math.ceil(timeoutMs / 1000)
      const { encryption = 'nip04' } = this.#info ?? {}
      const text = JSON.stringify({ method, params })
      const asked = this.#parts.keys.request(text, encryption, { createdAt: nowSeconds, expiresAt: until })
      id = asked.id
      const answered = Promise.withResolvers<unknown>()
      this.#waiting.set(id, { method, resolve: answered.resolve, reject: answered.reject })
      this.#send(['EVENT', asked])
      return await Promise.race([answered.promise, timeout.promise])
    } finally {
      clearTimeout(timer)
      if (id !== undefined) this.#waiting.delete(id)
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#ping)
    for (const { reject } of this.#waiting.values()) reject(this.#silence())
    this.#socket?.terminate()
    this.#parts.keys.forget()
  }

  #silence(): NwcSilentError {
    if (this.#isReady) return new NwcSilentError(lightningSentences.unanswered)
    const proxy = this.#parts.wayOut.isThroughProxy(new URL(this.#parts.relayUrl)) && this.#parts.wayOut.proxyState()
    const isProxyAway = proxy === 'silent' || proxy === 'refuses'
    return new NwcSilentError(isProxyAway ? lightningSentences.proxyAway : lightningSentences.relayAway)
  }

  #connect(): void {
    const { relayUrl, wayOut, logger } = this.#parts
    try {
      const agent = wayOut.agentFor(new URL(relayUrl))
      const limits = { handshakeTimeout: handshakeMs, maxPayload: maxBytes, perMessageDeflate: false }
      const socket = new WebSocket(relayUrl, { ...limits, ...(agent && { agent }) })
      this.#socket = socket
      socket.on('open', () => this.#subscribe())
      socket.on('message', data => this.#hear(String(data)))
      socket.on('error', err => logger.debug({ err }, 'the relay of the Lightning connection is not connected'))
      socket.on('close', () => this.#lose())
    } catch (err) {
      logger.warn({ err }, 'cannot reach the relay of the Lightning connection')
      this.#lose()
    }
  }

  #lose(): void {
    clearInterval(this.#ping)
    if (this.#isReady) this.#ready = Promise.withResolvers<void>()
    this.#isReady = false
    if (this.#isClosed) return
    const pauseMs = Math.min((this.#parts.firstRetryMs ?? firstRetryMs) * 2 ** this.#failures, longestRetryMs)
    this.#failures = Math.min(this.#failures + 1, 20)
    this.#retry = setTimeout(() => this.#connect(), pauseMs)
    this.#retry.unref()
  }

  #subscribe(): void {
    const { keys, now } = this.#parts
    const ours = { authors: [keys.service], '#p': [keys.pubkey], since: Math.floor(now() / 1000) - 60 }
    this.#send(['REQ', 'answers', { kinds: [kinds.answer], ...ours }])
    this.#send(['REQ', 'news', { kinds: [kinds.news, kinds.newsByNip44], ...ours }])
    this.#send(['REQ', 'info', { kinds: [kinds.info], authors: [keys.service], limit: 1 }])
    let isAlive = true
    this.#socket?.on('pong', () => {
      isAlive = true
    })
    this.#ping = setInterval(() => {
      if (!isAlive) return this.#socket?.terminate()
      isAlive = false
      this.#socket?.ping()
    }, pingMs)
    this.#ping.unref()
  }

  #hear(text: string): void {
    try {
      const message: unknown = JSON.parse(text)
      if (!Array.isArray(message)) return
      if (message[0] === 'EVENT') this.#take(event.parse(message[2]))
      if (message[0] === 'EOSE' && message[1] === 'info') this.#beReady()
      if (message[0] === 'AUTH') this.#send(['AUTH', this.#parts.keys.authenticate(String(message[1]), this.#parts)])
    } catch (err) {
      this.#parts.logger.debug({ err }, 'unexpected message from the relay of the Lightning connection')
    }
  }

  #beReady(): void {
    this.#failures = 0
    this.#isReady = true
    this.#ready.resolve()
    this.#parts.onReady()
  }

  #take(given: Event): void {
    const { keys } = this.#parts
    if (given.pubkey !== keys.service || !isSignedByItsAuthor(given)) return
    if (given.kind === kinds.info) {
      this.#info = infoOf(given)
      return
    }
    if (given.kind === kinds.answer) this.#takeAnswer(given)
    if (given.kind === kinds.news || given.kind === kinds.newsByNip44) this.#takeNews(given)
  }

  #takeNews(given: Event): void {
    const by = given.kind === kinds.news ? 'nip04' : 'nip44_v2'
    const notice = news.parse(JSON.parse(this.#parts.keys.decrypt(given.content, by)))
    this.#parts.onNews(notice.notification_type, notice.notification)
  }

  #takeAnswer(given: Event): void {
    const asked = given.tags.find(([name]) => name === 'e')?.[1]
    const waiting = asked === undefined ? undefined : this.#waiting.get(asked)
    if (!waiting) return
    try {
      const text = this.#parts.keys.decrypt(given.content, given.content.includes('?iv=') ? 'nip04' : 'nip44_v2')
      const { result_type, error, result } = answer.parse(JSON.parse(text))
      if (error) {
        waiting.reject(new NwcError(error.code, error.message))
        return
      }
      if (result_type !== waiting.method) throw new Error(`expected an answer to ${waiting.method}, got ${result_type}`)
      waiting.resolve(result)
    } catch (cause) {
      // An unintelligible answer is treated like none.
      waiting.reject(new NwcSilentError(lightningSentences.strange, cause))
    }
  }

  #send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

/** NIP-47: methods separated by spaces; `encryption` tag, NIP-04 if missing. */
function infoOf({ content, tags }: Event): NwcInfo {
  const offered = tags.find(([name]) => name === 'encryption')?.[1]?.split(/\s+/) ?? []
  return {
    methods: content.split(/\s+/).filter(method => /^[a-z_]{1,40}$/.test(method)),
    encryption: offered.includes('nip44_v2') ? 'nip44_v2' : 'nip04',
  }
}
