import type { ServerResponse } from 'node:http'
import { messages } from '@hornets/contract'
import type { RelayStatus } from '@hornets/contract/admin/live'
import type { LiveTopic } from '@hornets/contract/live-topics'
import { ApiError } from '@hornets/server/api-error'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'

export interface LiveHubOptions {
  readonly status: () => Promise<RelayStatus>
  readonly isSessionLive: (sessionId: string) => Promise<boolean>
  readonly rounds: Rounds
  readonly logger: Logger
}

/** Interval of statistics and status updates, and of writes to idle streams, in ms. */
const tickMs = 1000
const heartbeatMs = 15_000
/** Rest after telling of a topic: strangers cause some changes, and each makes every console fetch again. */
const restMs = 250

/** Buffered bytes at which a slow reader is disconnected; it refetches everything when it returns. */
const maxWaitingBytes = 64 * 1024
const maxStreamsOfOneSession = 32

interface Stream {
  readonly response: ServerResponse
  readonly sessionId: string
  status: string
}

/** Server-sent events to all open consoles: what has changed, and the relay's status. */
export class LiveHub {
  readonly #options: LiveHubOptions
  readonly #streams = new Set<Stream>()
  readonly #rounds: readonly Round<void>[]
  /** Topics told of within the rest; true if they have changed once more. */
  readonly #resting = new Map<LiveTopic, boolean>()
  #statisticsChanged = false
  #ticking = false

  constructor(options: LiveHubOptions) {
    this.#options = options
    this.#rounds = [
      options.rounds.open({ name: 'console_status', everyMs: tickMs, work: () => this.#onTick() }),
      options.rounds.open({ name: 'console_heartbeats', everyMs: heartbeatMs, work: () => this.#onHeartbeat() }),
    ]
  }

  /** Throws ApiError('unavailable') if this session has too many open streams. */
  assertRoom(sessionId: string): void {
    const own = [...this.#streams].filter(stream => stream.sessionId === sessionId)
    if (own.length >= maxStreamsOfOneSession) throw new ApiError('unavailable', messages.tooManyStreams)
  }

  attach(response: ServerResponse, sessionId: string): void {
    const stream: Stream = { response, sessionId, status: '' }
    this.#streams.add(stream)
    response.on('close', () => this.#streams.delete(stream))
    response.on('error', () => this.#drop(stream))
    this.#write(stream, ':\n\n')
    void this.#sendStatus([stream])
  }

  /** Notifies everyone immediately, but about each topic at most four times a second, about statistics once. */
  tellChanged(what: LiveTopic): void {
    if (what === 'statistics') this.#statisticsChanged = true
    else if (this.#resting.has(what)) this.#resting.set(what, true)
    else this.#tellAndRest(what)
  }

  endSession(sessionId: string): void {
    for (const stream of this.#streams) if (stream.sessionId === sessionId) stream.response.end()
  }

  close(): void {
    for (const round of this.#rounds) void round.close()
    for (const { response } of this.#streams) response.end()
  }

  #onTick(): void {
    if (this.#streams.size === 0) return
    if (this.#statisticsChanged) this.#tellAll('statistics')
    this.#statisticsChanged = false
    if (this.#ticking) return
    this.#ticking = true
    void this.#sendStatus(this.#streams).finally(() => {
      this.#ticking = false
    })
  }

  #onHeartbeat(): void {
    for (const stream of this.#streams) {
      this.#write(stream, ':\n\n')
      this.#options.isSessionLive(stream.sessionId).then(
        live => {
          if (!live) stream.response.end()
        },
        err => this.#options.logger.error({ err }, 'could not look up a session'),
      )
    }
  }

  async #sendStatus(streams: Iterable<Stream>): Promise<void> {
    try {
      const status = JSON.stringify(await this.#options.status())
      for (const stream of [...streams]) {
        if (stream.status === status) continue
        stream.status = status
        this.#write(stream, `event: status\ndata: ${status}\n\n`)
      }
    } catch (err) {
      this.#options.logger.error({ err }, 'could not read the status')
    }
  }

  #tellAndRest(what: LiveTopic): void {
    this.#tellAll(what)
    this.#resting.set(what, false)
    const rested = () => {
      const hasChanged = this.#resting.get(what)
      this.#resting.delete(what)
      if (hasChanged) this.#tellAndRest(what)
    }
    setTimeout(rested, restMs).unref()
  }

  #tellAll(what: LiveTopic): void {
    const text = `event: changed\ndata: ${JSON.stringify({ what })}\n\n`
    for (const stream of this.#streams) this.#write(stream, text)
  }

  #write(stream: Stream, text: string): void {
    const { response } = stream
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > maxWaitingBytes) this.#drop(stream)
    else response.write(text)
  }

  #drop(stream: Stream): void {
    this.#streams.delete(stream)
    stream.response.destroy()
  }
}
