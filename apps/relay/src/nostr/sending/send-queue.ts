import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { BudgetedQueue, SendBudget } from './send-budget.ts'
import type { TurnEnd, TurnTask } from './turn-end.ts'
import { type Frames, frameBytes, frameHead, type Message, writeFrame } from './websocket-frame.ts'

export interface SendQueueLimits {
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
}

export interface SendQueueParts {
  readonly limits: SendQueueLimits
  readonly budget: SendBudget
  readonly turnEnd: TurnEnd
}

type Item = Message | Frames

const bytesOf = (item: Item) => ('release' in item ? item.bytes.length : frameBytes(item))

const nothing = Buffer.alloc(0)
const scratchBytes = 64 * 1024
const compactAfter = 1024
const roomyBytes = 64 * 1024
/** Reused while the network accepts writes without waiting, which is nearly always. */
let scratch = Buffer.allocUnsafeSlow(scratchBytes)

/** One write per turn of the event loop, of whole frames, so that control frames of `ws` fit in between. */
export class SendQueue implements TurnTask, BudgetedQueue {
  readonly #websocket: WebSocket
  readonly #socket: Duplex
  readonly #parts: SendQueueParts
  readonly #onOverflow: () => void
  readonly #onPause: (paused: boolean) => void
  readonly #flushed: (() => void)[] = []
  #items: Item[] = []
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
    parts: SendQueueParts,
    on: { overflow: () => void; pause: (paused: boolean) => void },
  ) {
    this.#websocket = websocket
    this.#socket = socket
    this.#parts = parts
    this.#onOverflow = on.overflow
    this.#onPause = on.pause
    parts.budget.enter(this)
  }

  get unsentBytes(): number {
    return this.#unsent
  }

  send(text: string): void {
    this.#push({ prefix: nothing, body: Buffer.from(text) })
  }

  /** Neither part is copied while waiting. */
  sendMessage(message: Message): void {
    this.#push(message)
  }

  sendFrames(frames: Frames): void {
    if (!this.#push(frames)) frames.release()
  }

  /** Once the network has accepted everything, or the client is gone; undefined while little is waiting. */
  hasRoom(): Promise<void> | undefined {
    if (this.#unsent < roomyBytes || this.#closed) return undefined
    return new Promise(resolve => this.#flushed.push(resolve))
  }

  atTurnEnd(): void {
    this.#isDue = false
    this.#write()
  }

  /** Writes what the socket accepts without waiting, before a close frame. */
  finish(): void {
    this.#write()
    this.close()
  }

  drop(): void {
    this.close()
    this.#onOverflow()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const item of this.#items.splice(0).slice(this.#next)) if ('release' in item) item.release()
    this.#parts.budget.leave(this)
    this.#settle(this.#unsent)
    for (const resolve of this.#flushed.splice(0)) resolve()
  }

  #push(item: Item): boolean {
    if (this.#closed || this.#websocket.readyState !== this.#websocket.OPEN) return false
    const { limits, budget, turnEnd } = this.#parts
    const bytes = bytesOf(item)
    this.#items.push(item)
    this.#unsent += bytes
    if (this.#unsent > budget.shareOf(limits.unsentBytesMax)) {
      budget.add(bytes)
      this.drop()
      return true
    }
    budget.add(bytes)
    if (this.#unsent > limits.unsentBytesPause && !this.#paused) {
      this.#paused = true
      this.#onPause(true)
    }
    if (this.#isDue || this.#writing > 0) return true
    this.#isDue = true
    turnEnd.add(this)
    return true
  }

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
    if (bytesOf(first) <= scratchBytes) {
      this.#hand([this.#gather()])
      return
    }
    this.#next += 1
    if ('release' in first) this.#hand([first.bytes], first.release)
    else this.#hand([frameHead(first), first.body])
  }

  /** As much as fits into one write: usually a whole answer with its EOSE. */
  #gather(): Buffer {
    let end = 0
    for (let item = this.#items[this.#next]; item; item = this.#items[this.#next]) {
      if (end + bytesOf(item) > scratchBytes) break
      if ('release' in item) {
        scratch.set(item.bytes, end)
        end += item.bytes.length
        item.release()
      } else end = writeFrame(scratch, end, item)
      this.#next += 1
    }
    return this.#isSlow ? Buffer.from(scratch.subarray(0, end)) : scratch.subarray(0, end)
  }

  #hand(chunks: readonly Uint8Array[], release = () => {}): void {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const socket = this.#socket
    let isDone = false
    this.#writing = bytes
    const done = () => {
      if (isDone) return
      isDone = true
      release()
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
