import { once } from 'node:events'
import type { NostrEvent } from '@hornets/contract'
import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { finalizeEvent } from 'nostr-tools'
import { WebSocket } from 'ws'
import { authenticationKind } from '../../events/event-kinds.ts'
import type { EventSet } from '../../nostr/negentropy/event-set.ts'
import { inSlices } from '../../nostr/negentropy/in-slices.ts'
import { type Differences, firstMessage, proceed } from '../../nostr/negentropy/reconcile.ts'
import { MalformedMessage } from '../../nostr/negentropy/wire.ts'
import { readMessage } from '../../profiles/read-message.ts'

export interface PeerOptions {
  readonly url: string
  readonly wayOut: Pick<WayOut, 'agentFor'>
  /** Signs in where it is asked for. */
  readonly secretKey: () => Uint8Array
  readonly now: () => number
  readonly signal: AbortSignal
  /** Longest silence, that of a relay that may not know comparisons, and the longest answer. */
  readonly silenceMs?: number
  readonly comparisonMs?: number
  readonly answerMs?: number
}

type Message = readonly unknown[]
type Hear = (message: Message, length: number) => void

export class TooManyToCompare extends Error {
  override readonly name = 'TooManyToCompare'
}

export class NothingCompared extends Error {
  override readonly name = 'NothingCompared'
}

class SignInWanted extends Error {
  override readonly name = 'SignInWanted'
}

const messageBytesMax = 2 * 2 ** 20
/** Half of what most relays take, since it is sent as hex. */
const comparisonBytesMax = 50 * 1024
const usualMs = { silence: 30_000, comparison: 8_000, answer: 10 * 60_000 }
/** Of one answer, in characters: they are all in memory until its end. */
const answerMax = 64 * 2 ** 20
/** Each costs a signature. */
const challengesMax = 10

/** Another relay, spoken to as a client. It is a stranger: what it says is bounded in size and time. */
export class Peer {
  readonly #socket: WebSocket
  readonly #options: PeerOptions
  readonly #hearing = new Map<string, Hear>()
  #asked = 0
  #challenges = 0
  #signedIn: Promise<boolean> | undefined

  private constructor(socket: WebSocket, options: PeerOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('message', data => this.#take(String(data)))
    socket.on('error', () => {})
    socket.on('close', () => this.#tellAll(['CLOSE']))
  }

  /** Throws ApiError. */
  static async connect(options: PeerOptions): Promise<Peer> {
    const { wayOut, signal, silenceMs = usualMs.silence } = options
    try {
      const url = new URL(options.url)
      const agent = wayOut.agentFor(new URL(url.href.replace(/^ws/, 'http')))
      const settings = { handshakeTimeout: silenceMs, maxPayload: messageBytesMax }
      const socket = new WebSocket(url, { ...settings, ...(agent && { agent }) })
      const peer = new Peer(socket, options)
      try {
        await once(socket, 'open', { signal })
        return peer
      } catch (error) {
        peer.close()
        throw error
      }
    } catch (cause) {
      signal.throwIfAborted()
      throw new ApiError('bad_gateway', transferMessages.unreachable, { cause })
    }
  }

  close(): void {
    this.#socket.terminate()
  }

  /** Stored events of a filter, at most so many. Throws ApiError. */
  async stored(filter: object, max: number): Promise<NostrEvent[]> {
    return this.#signingIn(() => {
      const id = this.#newId()
      const events: NostrEvent[] = []
      let heard = 0
      return this.#exchange(id, ['REQ', id, filter], ([type, , given], length) => {
        if (type === 'EVENT') events.push(given as NostrEvent)
        heard += length
        if (events.length > max || heard > answerMax) throw new ApiError('bad_gateway', transferMessages.misbehaves)
        if (type === 'CLOSED') throw refused(String(given))
        return type === 'EOSE' ? events : undefined
      }).finally(() => this.#say(['CLOSE', id]))
    })
  }

  /** Whether it took an event, and what it said. Throws ApiError. */
  async publish(id: string, json: string): Promise<{ readonly isTaken: boolean; readonly text: string }> {
    return this.#signingIn(() =>
      this.#exchange(id, `["EVENT",${json}]`, ([type, , isTaken, text]) => {
        if (type !== 'OK') return undefined
        if (isTaken !== true && isWish(text)) throw new SignInWanted(String(text))
        return { isTaken: isTaken === true, text: String(text ?? '') }
      }),
    )
  }

  /** What either side lacks, part by part, each id once. Throws TooManyToCompare, NothingCompared or ApiError. */
  async *compare(filter: object, set: EventSet): AsyncGenerator<Differences> {
    const { signal, comparisonMs = usualMs.comparison } = this.#options
    const found = new Set<string>()
    const isNew = (id: string) => found.size < found.add(id).size
    const id = this.#newId()
    const first = ['NEG-OPEN', id, filter, firstMessage(set).toString('hex')]
    try {
      let heard = await this.#signingIn(() => this.#exchange(id, first, hearFirst, comparisonMs))
      for (;;) {
        const { next, have, need } = await inSlices(proceed(set, Buffer.from(heard, 'hex'), comparisonBytesMax), signal)
        yield { have: have.filter(isNew), need: need.filter(isNew) }
        if (!next) return
        heard = await this.#exchange(id, ['NEG-MSG', id, next.toString('hex')], hearComparison)
      }
    } catch (error) {
      if (error instanceof Silence) throw new NothingCompared('it does not answer', { cause: error })
      if (!(error instanceof MalformedMessage)) throw error
      throw new ApiError('bad_gateway', transferMessages.misbehaves, { cause: error })
    } finally {
      this.#say(['NEG-CLOSE', id])
    }
  }

  /** Tries again once it is signed in, where the relay asks for it (NIP-42). */
  async #signingIn<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SignInWanted)) throw asError(error)
      if (!(await this.#signedIn)) throw new ApiError('bad_gateway', transferMessages.signInRefused, { cause: error })
    }
    return work().catch(error => {
      throw error instanceof SignInWanted
        ? new ApiError('bad_gateway', transferMessages.signInRefused, { cause: error })
        : asError(error)
    })
  }

  /** Until `hear` returns something. Throws Silence, and what `hear` throws. */
  #exchange<Result>(
    key: string,
    first: Message | string,
    hear: (message: Message, length: number) => Result | undefined,
    silenceMs = this.#options.silenceMs ?? usualMs.silence,
  ): Promise<Result> {
    const { signal } = this.#options
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const onAbort = () => reject(signal.reason)
    const timer = setTimeout(() => reject(new Silence('it says nothing')), silenceMs).unref()
    const tooLate = () => reject(new ApiError('bad_gateway', transferMessages.misbehaves))
    const end = setTimeout(tooLate, this.#options.answerMs ?? usualMs.answer).unref()
    this.#hearing.set(key, (message, length) => {
      try {
        if (message[0] === 'CLOSE') throw new ApiError('bad_gateway', transferMessages.hungUp)
        // Notices are no part of an answer: with them, a relay could keep it open for ever.
        if (message[0] !== 'NOTICE') timer.refresh()
        const result = hear(message, length)
        if (result !== undefined) resolve(result)
      } catch (error) {
        reject(error)
      }
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (this.#socket.readyState !== WebSocket.OPEN) this.#hearing.get(key)?.(['CLOSE'], 0)
    else this.#say(first)
    return promise.finally(() => {
      clearTimeout(timer)
      clearTimeout(end)
      signal.removeEventListener('abort', onAbort)
      this.#hearing.delete(key)
    })
  }

  #take(text: string): void {
    const message = readMessage(text)
    const [type, key] = message
    if (type === 'AUTH') this.#beChallenged(String(key))
    else if (type === 'NOTICE') this.#tellAll(message)
    else this.#hearing.get(String(key))?.(message, text.length)
  }

  #beChallenged(challenge: string): void {
    this.#challenges += 1
    if (this.#challenges <= challengesMax) this.#signedIn = this.#signIn(challenge).catch(() => false)
  }

  async #signIn(challenge: string): Promise<boolean> {
    const { url, secretKey, now } = this.#options
    const tags = [
      ['relay', url],
      ['challenge', challenge],
    ]
    const draft = { kind: authenticationKind, created_at: Math.floor(now() / 1000), tags, content: '' }
    const event = finalizeEvent(draft, secretKey())
    return this.#exchange(event.id, ['AUTH', event], ([type, , isTaken]) =>
      type === 'OK' ? isTaken === true : undefined,
    )
  }

  #tellAll(message: Message): void {
    for (const hear of [...this.#hearing.values()]) hear(message, 0)
  }

  #say(message: Message | string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  #newId(): string {
    this.#asked += 1
    return `copy-${this.#asked}`
  }
}

class Silence extends Error {
  override readonly name = 'Silence'
}

const isWish = (text: unknown) => /^auth-required:/.test(String(text))

function refused(text: string): Error {
  return isWish(text) ? new SignInWanted(text) : new ApiError('bad_gateway', transferMessages.refuses, { cause: text })
}

function asError(error: unknown): unknown {
  return error instanceof Silence ? new ApiError('bad_gateway', transferMessages.silent, { cause: error }) : error
}

/** A relay that knows no comparisons answers with a notice, or not at all. */
function hearFirst(message: Message): string | undefined {
  if (message[0] === 'NOTICE' || message[0] === 'CLOSED') throw new NothingCompared(String(message.at(-1)))
  return hearComparison(message)
}

function hearComparison([type, , given]: Message): string | undefined {
  if (type === 'NEG-MSG') return String(given)
  if (type !== 'NEG-ERR') return undefined
  if (isWish(given)) throw new SignInWanted(String(given))
  if (/too many|too big|results_too_big|narrow/i.test(String(given))) throw new TooManyToCompare(String(given))
  throw new NothingCompared(String(given))
}
