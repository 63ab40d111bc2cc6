import type { BodyOf } from '@hornets/contract'
import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import type { Clock } from '@hornets/server/clock'
import { signedHeaders } from '@hornets/server/http/signed-call'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import * as z from 'zod/mini'

/** After the first failure; doubles with each further one. */
const firstRetryMs = 1000
const longestRetryMs = 60_000
/** After success, because a replaced wallet must learn it too. */
const repeatMs = 10 * 60_000
const timeoutMs = 10_000
const maxBytes = 65_536
/** Fewer failures are normal while the wallet starts. */
const failuresBeforeWarning = 5

/** Calls `ring` after a delay, unless the returned function is called first. */
type Alarm = (ring: () => void, milliseconds: number) => () => void

const realAlarm: Alarm = (ring, milliseconds) => {
  const timer = setTimeout(ring, milliseconds).unref()
  return () => clearTimeout(timer)
}

export interface AnnouncerOptions {
  readonly walletUrl: string
  readonly wayOut: WayOut
  readonly owners: () => Promise<string[]>
  readonly known: () => Promise<Omit<BodyOf<typeof setOperators>, 'pubkeys'>>
  readonly apiKey: () => string
  readonly now: Clock
  readonly logger: Logger
  readonly onAnnounced?: () => void
  readonly alarm?: Alarm
}

export class OperatorAnnouncer {
  readonly #options: AnnouncerOptions
  readonly #alarm: Alarm
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #wake: () => void = () => undefined
  #asked = true

  constructor(options: AnnouncerOptions) {
    this.#options = options
    this.#alarm = options.alarm ?? realAlarm
    this.#running = this.#run()
  }

  announce(): void {
    this.#asked = true
    this.#wake()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      this.#asked = false
      failures = (await this.#tell(failures)) ? 0 : failures + 1
      await this.#wait(failures === 0 ? repeatMs : Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)))
    }
  }

  async #tell(failuresBefore: number): Promise<boolean> {
    const { walletUrl, wayOut, owners, known, apiKey, now, logger, onAnnounced } = this.#options
    try {
      const body = JSON.stringify({ pubkeys: await owners(), ...(await known()) } satisfies BodyOf<typeof setOperators>)
      const { status, text } = await wayOut.send(new URL(`${walletUrl}${setOperators.path}`), {
        method: setOperators.method,
        headers: { 'content-type': 'application/json', ...signedHeaders(apiKey(), body, now()) },
        body,
        timeoutMs,
        maxBytes,
        signal: this.#closing.signal,
      })
      if (status !== 200) throw new Error(`expected 200 of the wallet, got ${status}`)
      // An older wallet omits it.
      const { untold } = z.partial(setOperators.answers[200]).parse(JSON.parse(text))
      if (!untold) onAnnounced?.()
      if (failuresBefore >= failuresBeforeWarning) logger.info('the wallet now knows its operators')
      return true
    } catch (err) {
      if (this.#closing.signal.aborted) return false
      const loud = failuresBefore + 1 === failuresBeforeWarning
      logger[loud ? 'warn' : 'debug']({ err }, 'the wallet could not be told its operators; trying on')
      return false
    }
  }

  #wait(ms: number): Promise<void> {
    if (this.#asked || this.#closing.signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const stop = this.#alarm(resolve, ms)
      this.#wake = () => {
        stop()
        resolve()
      }
    })
  }
}
