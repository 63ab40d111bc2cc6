import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { BudgetedOutbox, OutboxBudget } from './outbox-budget.ts'
import type { TurnEnd, TurnTask } from './turn-end.ts'
import { frameBytes, frameHead, type Message, writeFrame } from './websocket-frame.ts'

export interface OutboxLimits {
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
}

/** What an outbox shares with others. */
export interface OutboxParts {
  readonly limits: OutboxLimits
  /** Of its address. */
  readonly budget: OutboxBudget
  readonly turnEnd: TurnEnd
}

/** Messages with their headers. */
interface ReadyFrames {
  readonly frames: Buffer
}

/** Of a message, the frame is made when it is sent. */
type Item = Message | ReadyFrames

const nothing = Buffer.alloc(0)
const scratchBytes = 32 * 1024
const compactAfter = 1024
const roomyBytes = 64 * 1024
/** Reused as long as the network takes what is written from it without waiting, which is nearly always. */
let scratch = Buffer.allocUnsafeSlow(scratchBytes)

/**
 * What goes out to one client. What is said in one turn of the event loop leaves in one write; the socket has one write
 * under way, and the rest waits here, where live events are shared with other receivers. A client that does not take
 * what it asked for is not read from until it does, and is let go past a bound. `ws` writes its control frames itself:
 * every write here is whole frames, so that these fit between.
 */
export class Outbox implements TurnTask, BudgetedOutbox {
  readonly #websocket: WebSocket
  readonly #socket: Duplex
  readonly #parts: OutboxParts
  readonly #onOverflow: () => void
  readonly #onPause: (paused: boolean) => void
  readonly #flushed: (() => void)[] = []
  #items: Item[] = []
  /** Where the unsent items begin. */
  #next = 0
  #unsent = 0
  #writing = 0
  #isDue = false
  #isSlow = false
  #paused = false
  #closed = false

  constructor(
    websocket: WebSocket,
    socket: Duplex,
    parts: OutboxParts,
    on: { overflow: () => void; pause: (paused: boolean) => void },
  ) {
    this.#websocket = websocket
    this.#socket = socket
    this.#parts = parts
    this.#onOverflow = on.overflow
    this.#onPause = on.pause
    parts.budget.enter(this)
  }

  /** Bytes that wait here or in the socket. */
  get unsentBytes(): number {
    return this.#unsent
  }

  send(text: string): void {
    const message = { prefix: nothing, body: Buffer.from(text) }
    this.#push(message, frameBytes(message))
  }

  /** Neither part is copied as long as it waits. */
  sendMessage(message: Message): void {
    this.#push(message, frameBytes(message))
  }

  /** Whole frames, see `frameBatch`. */
  sendFrames(frames: Buffer): void {
    this.#push({ frames }, frames.length)
  }

  /** Resolves once the network has taken what was sent so far, or the client is gone; undefined while little waits. */
  hasRoom(): Promise<void> | undefined {
    if (this.#unsent < roomyBytes || this.#closed) return undefined
    return new Promise(resolve => this.#flushed.push(resolve))
  }

  atTurnEnd(): void {
    this.#isDue = false
    this.#write()
  }

  /** Hands the socket what it takes without waiting; a close frame comes next. */
  finish(): void {
    this.#write()
    this.close()
  }

  drop(): void {
    this.close()
    this.#onOverflow()
  }

  /** The client is gone: nothing waits for it any more. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#items = []
    this.#parts.budget.leave(this)
    this.#settle(this.#unsent)
    for (const resolve of this.#flushed.splice(0)) resolve()
  }

  #push(item: Item, bytes: number): void {
    if (this.#closed || this.#websocket.readyState !== this.#websocket.OPEN) return
    const { limits, budget, turnEnd } = this.#parts
    this.#items.push(item)
    this.#unsent += bytes
    if (this.#unsent > budget.shareOf(limits.unsentBytesMax)) {
      budget.add(bytes)
      this.drop()
      return
    }
    budget.add(bytes)
    if (this.#unsent > limits.unsentBytesPause && !this.#paused) {
      this.#paused = true
      this.#onPause(true)
    }
    if (this.#isDue || this.#writing > 0) return
    this.#isDue = true
    turnEnd.add(this)
  }

  /** Until the socket has to wait. */
  #write(): void {
    while (this.#writing === 0 && this.#next < this.#items.length && !this.#closed) {
      if (this.#websocket.readyState !== this.#websocket.OPEN) return
      this.#writeSome()
    }
    if (this.#next > compactAfter || this.#next >= this.#items.length) {
      this.#items = this.#items.slice(this.#next)
      this.#next = 0
    }
    if (this.#items.length > 0) return
    if (this.#unsent > 0) return
    for (const resolve of this.#flushed.splice(0)) resolve()
    if (!this.#paused) return
    this.#paused = false
    this.#onPause(false)
  }

  #writeSome(): void {
    const first = this.#items[this.#next]
    if (first === undefined) return
    if ('frames' in first) {
      this.#next += 1
      this.#hand([first.frames])
    } else if (frameBytes(first) > scratchBytes) {
      this.#next += 1
      this.#hand([frameHead(first), first.body])
    } else this.#hand([this.#gather()])
  }

  /** As many messages as fit into one write. */
  #gather(): Buffer {
    let end = 0
    for (let item = this.#items[this.#next]; item && !('frames' in item); ) {
      if (end + frameBytes(item) > scratchBytes) break
      end = writeFrame(scratch, end, item)
      this.#next += 1
      item = this.#items[this.#next]
    }
    // What is going to wait waits in a buffer of its own size.
    return this.#isSlow ? Buffer.from(scratch.subarray(0, end)) : scratch.subarray(0, end)
  }

  #hand(chunks: readonly Uint8Array[]): void {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const socket = this.#socket
    let isDone = false
    this.#writing = bytes
    const done = () => {
      if (isDone) return
      isDone = true
      this.#writing = 0
      this.#settle(bytes)
    }
    const taken = () => {
      if (isDone) return
      done()
      this.#write()
    }
    const last = chunks.length - 1
    if (last > 0) socket.cork()
    for (const [at, chunk] of chunks.entries()) {
      if (at === last) socket.write(chunk, taken)
      else socket.write(chunk)
    }
    if (last > 0) socket.uncork()
    this.#isSlow = socket.writableLength > 0
    if (!this.#isSlow) done()
    else if (chunks[0]?.buffer === scratch.buffer) scratch = Buffer.allocUnsafeSlow(scratchBytes)
  }

  #settle(bytes: number): void {
    const settled = Math.min(bytes, this.#unsent)
    this.#unsent -= settled
    this.#parts.budget.add(-settled)
  }
}
