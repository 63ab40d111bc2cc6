import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

export interface OutboxLimits {
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
}

/**
 * What goes out to one client. What is said in one turn of the event loop leaves in one write. A client that does not
 * take what it asked for is not read from until it does, and is let go past a bound, so that it costs the others nothing.
 */
export class Outbox {
  readonly #websocket: WebSocket
  readonly #socket: Duplex
  readonly #limits: OutboxLimits
  readonly #onOverflow: () => void
  readonly #onPause: (paused: boolean) => void
  #corked = false
  #paused = false

  constructor(
    websocket: WebSocket,
    socket: Duplex,
    limits: OutboxLimits,
    on: { overflow: () => void; pause: (paused: boolean) => void },
  ) {
    this.#websocket = websocket
    this.#socket = socket
    this.#limits = limits
    this.#onOverflow = on.overflow
    this.#onPause = on.pause
    socket.on('drain', () => this.#resume())
  }

  send(text: string): void {
    if (this.#websocket.readyState !== this.#websocket.OPEN) return
    this.#cork()
    this.#websocket.send(text)
    const unsent = this.#websocket.bufferedAmount
    if (unsent > this.#limits.unsentBytesMax) this.#onOverflow()
    else if (unsent > this.#limits.unsentBytesPause && !this.#paused) {
      this.#paused = true
      this.#onPause(true)
    }
  }

  /** Resolves once the client's side has taken all that was sent so far, or is gone. */
  flushed(): Promise<void> {
    if (this.#socket.writableLength === 0 && !this.#corked) return Promise.resolve()
    return new Promise(resolve => this.#socket.write('', () => resolve()))
  }

  #cork(): void {
    if (this.#corked) return
    this.#corked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#corked = false
      this.#socket.uncork()
    })
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#onPause(false)
  }
}
