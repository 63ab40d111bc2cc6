import { FairQueue } from '@hornets/server/fair-queue'
import type { IncomingEvent, SaveOutcome } from '../event-store.ts'

export interface Waiting extends IncomingEvent {
  /** Unix seconds. */
  readonly receivedAt: number
  readonly resolve: (outcome: SaveOutcome) => void
  readonly reject: (error: unknown) => void
  readonly queued: Queued
}

interface Queued {
  waiting: number
  readonly sent: PromiseWithResolvers<void>
}

const groupMax = 1024
/** An entry in the index of tags takes as long as so many bytes: about 25 µs. */
const bytesPerTag = 300
/** What most events have is in the price of a byte: about 80 ns. */
const usualTags = 10
/** Costlier events wait for each other, not small ones for them. In bytes, as the other costs. */
const heavyFrom = 8 * 1024
/** Of heavy ones and of others: nobody waits longer for a group. */
const costAtOnce = 256 * 1024
/** What a customer takes in its turn. */
const turnCost = 1024

/** Events that arrive during a write form the next group. Customers contribute in turns. */
export class SaveQueue {
  readonly #waiting = new FairQueue<Waiting>(turnCost)
  readonly #heavy = new FairQueue<Waiting>(heavyFrom)
  #wasHeavy = false
  #queued: Queued = { waiting: 0, sent: Promise.withResolvers() }
  #sentBefore: Promise<unknown> = Promise.resolve()

  get size(): number {
    return this.#waiting.size + this.#heavy.size
  }

  push(incoming: IncomingEvent, receivedAt: number): Promise<SaveOutcome> {
    return new Promise((resolve, reject) => {
      const { event, json, keptUntil, isHeld = false, sharer } = incoming
      if (this.#queued.waiting === 0) this.#queued = { waiting: 0, sent: Promise.withResolvers() }
      this.#queued.waiting += 1
      const cost = costOf(json, event.tags.length)
      const line = cost < heavyFrom ? this.#waiting : this.#heavy
      line.push(sharer, { event, json, keptUntil, isHeld, receivedAt, resolve, reject, queued: this.#queued }, cost)
    })
  }

  /** Every other group has no heavy events if others wait: these wait for one heavy group at most. */
  takeGroup(): Waiting[] {
    const light = this.#waiting.take(groupMax, costAtOnce)
    this.#wasHeavy = this.#heavy.size > 0 && (light.length === 0 || !this.#wasHeavy)
    const group = this.#wasHeavy ? [...light, ...this.#heavy.take(groupMax, costAtOnce)] : light
    for (const { queued } of group) noteSent(queued)
    return group
  }

  emptied(): Promise<unknown> {
    if (this.#queued.waiting > 0) {
      this.#sentBefore = Promise.all([this.#sentBefore, this.#queued.sent.promise])
      this.#queued = { waiting: 0, sent: Promise.withResolvers() }
    }
    return this.#sentBefore
  }

  fail(error: Error): void {
    for (const { reject, queued } of [...this.#waiting.takeAll(), ...this.#heavy.takeAll()]) {
      noteSent(queued)
      reject(error)
    }
  }
}

/** One that fills a group is alone in it. */
function costOf(json: string, tags: number): number {
  return Math.min(json.length + Math.max(tags - usualTags, 0) * bytesPerTag, costAtOnce)
}

function noteSent(queued: Queued): void {
  queued.waiting -= 1
  if (queued.waiting === 0) queued.sent.resolve()
}
