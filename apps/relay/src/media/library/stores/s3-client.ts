import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import { readAnswer } from '@hornets/server/outgoing/read-answer'
import { SilenceError } from '@hornets/server/outgoing/silence-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { CallPace } from '@hornets/server/sliding-minute'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Address } from './s3-address.ts'

/** The server refused, or it cannot be reached: then the status is 0. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly status: number
  /** S3's own name for it, such as `NoSuchBucket`; empty if the server told none. */
  readonly code: string

  constructor(status: number, code: string, cause?: unknown) {
    super(status === 0 ? 'the S3 server cannot be reached' : `the S3 server answers ${status} ${code}`.trimEnd(), {
      cause,
    })
    this.status = status
    this.code = code
  }
}

/** What is sent; opened again for each try. */
export interface S3Body {
  readonly open: () => Readable
  readonly bytes: number
  /** SHA-256 in hex; the server checks it. */
  readonly sha256: string
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Name in the bucket, with the prefix; empty for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body | undefined
}

const triesMax = 3
const firstWaitMs = 200
/** A slow transfer goes on while bytes move. */
const usualIdleMs = 8_000
/** After this time a call is not repeated: its caller has waited long enough. */
const repeatWithinMs = 2_000
/** Broken uploads above this size are repeated whenever they break. */
const largeBytes = 8 * 2 ** 20
/** How long calls end at once after the server did not answer. */
const restMs = 15_000
const maxBytes = 4 * 2 ** 20
/** Lists are long, and assembling a file of many parts takes minutes. Everything else answers in a few bytes. */
const longAnswerMs = 5 * 60_000
const emptyHash = createHash('sha256').digest('hex')

export class S3Client {
  readonly #address: S3Address
  readonly #wayOut: Pick<WayOut, 'stream'>
  readonly #idleMs: number
  readonly pace: CallPace
  readonly #now: Clock
  #failure: { readonly since: number; readonly at: number; readonly error: S3Error } | undefined
  #hasAnswered = false
  #fault: S3Error | undefined
  readonly #keys = new Map<string, ArrayBuffer>()
  readonly #closing = new AbortController()

  /** @param idleMs longest silence of the server */
  constructor(address: S3Address, wayOut: Pick<WayOut, 'stream'>, { idleMs = usualIdleMs, now = Date.now } = {}) {
    this.#address = address
    this.#wayOut = wayOut
    this.#idleMs = idleMs
    this.#now = now
    this.pace = new CallPace(now)
  }

  /** Whether it has answered any call. */
  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  get fault(): S3Error | undefined {
    return this.#fault
  }

  /** Since when the server has not answered, milliseconds; undefined if its last call was answered. */
  get downSince(): number | undefined {
    return this.#failure?.since
  }

  /** Milliseconds until calls are tried again; 0 if they are tried now. */
  get restsForMs(): number {
    return this.#failure ? Math.max(0, this.#failure.at + restMs - this.#now()) : 0
  }

  /** Tries the next call even if the server did not answer the last one. */
  wake(): void {
    if (this.#failure) this.#failure = { ...this.#failure, at: Number.NEGATIVE_INFINITY }
  }

  /**
   * Repeats when the server is busy or the connection breaks; fails at once after one that did not answer. Throws
   * S3Error.
   */
  async open(call: S3Call): Promise<IncomingMessage> {
    if (this.#failure && this.restsForMs > 0) throw new S3Error(0, '', this.#failure.error)
    const started = performance.now()
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#try(call)
      if (!(outcome instanceof S3Error)) {
        this.#fault = undefined
        return outcome
      }
      if (this.#closing.signal.aborted) throw outcome
      const isLate = performance.now() - started > repeatWithinMs && (call.body?.bytes ?? 0) <= largeBytes
      if (!isPassing(outcome) || attempt === triesMax || isLate) {
        if (outcome.status === 0) this.#noteFailure(outcome)
        else if (outcome.status !== 404 || outcome.code === 'NoSuchBucket') this.#fault = outcome
        throw outcome
      }
      await wait(firstWaitMs * attempt)
    }
  }

  async ask(call: S3Call): Promise<string> {
    const response = await this.open(call)
    try {
      const isLong = call.method === 'GET' || call.method === 'POST'
      return await readAnswer(response, { maxBytes, timeoutMs: isLong ? longAnswerMs : this.#idleMs })
    } catch (cause) {
      const error = new S3Error(0, '', cause)
      if (!this.#closing.signal.aborted) this.#noteFailure(error)
      throw error
    }
  }

  close(): void {
    this.#closing.abort()
  }

  #noteFailure(error: S3Error): void {
    const at = this.#now()
    this.#fault = error
    this.#failure = { since: this.#failure?.since ?? at, at, error }
  }

  async #try(call: S3Call): Promise<IncomingMessage | S3Error> {
    const startedMs = performance.now()
    this.pace.called()
    try {
      const response = await this.#send(call)
      this.pace.answered(performance.now() - startedMs)
      this.#failure = undefined
      this.#hasAnswered = true
      const status = response.statusCode ?? 0
      if (status >= 200 && status < 300) return response
      const text = await readAnswer(response, { maxBytes, timeoutMs: this.#idleMs }).catch(() => '')
      return new S3Error(status, elementIn(text, 'Code') ?? '')
    } catch (cause) {
      return new S3Error(0, '', cause)
    }
  }

  async #send({ method, key, query = {}, headers = {}, body }: S3Call): Promise<IncomingMessage> {
    const { origin, bucket, region, accessKeyId, secretAccessKey } = this.#address
    const url = new URL(`/${bucket}${key && `/${key}`}`, origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      region,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      cache: this.#keys,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptyHash },
    })
    const signed = await signer.sign()
    if (this.#keys.size > 8) this.#keys.clear()
    const hasLength = body !== undefined || method === 'PUT' || method === 'POST'
    return this.#wayOut.stream(new URL(signed.url), {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(hasLength && { 'content-length': String(body?.bytes ?? 0) }),
      },
      body: body?.open(),
      idleMs: this.#idleMs,
      signal: this.#closing.signal,
    })
  }
}

const isPassing = ({ status, cause }: S3Error): boolean =>
  status === 0 ? !(cause instanceof SilenceError) : status === 429 || status >= 500

export const elementIn = (xml: string, name: string): string | undefined => elementsIn(xml, name)[0]

/** The contents of all elements with this name, which does not contain itself. S3's answers have no attributes inside. */
export function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, text = '']) => unescaped(text))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (text.includes('<')) return text
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
