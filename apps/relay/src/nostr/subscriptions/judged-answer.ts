import { setImmediate as turn } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import type { EventBatch } from '../../events/event-batch.ts'
import type { ReaderFilter, Waiting } from './content-filter.ts'

export interface JudgedSubscription extends Omit<Waiting, 'isLive'> {
  readonly isOver: boolean
  sendJson(json: string): void
}

interface Note {
  readonly json: string
  isShown: boolean | undefined
}

/** Notes judged ahead of the first one that is not decided yet. */
const aheadMax = 32
const sliceMillis = 4

/** Judges some ahead, and sends each once all before it are decided: the order stays, the first wait for nobody. */
export class JudgedAnswer {
  readonly #subscription: JudgedSubscription
  readonly #filter: ReaderFilter
  readonly #notes: Note[] = []
  #decided: (() => void) | undefined
  #sliceStart = performance.now()

  constructor(subscription: JudgedSubscription, filter: ReaderFilter) {
    this.#subscription = subscription
    this.#filter = filter
  }

  async take(batch: EventBatch): Promise<void> {
    const texts = [...batch.texts()]
    batch.release()
    for (const json of texts) {
      if (this.#subscription.isOver) return
      if (performance.now() - this.#sliceStart > sliceMillis) {
        await turn()
        this.#sliceStart = performance.now()
      }
      this.#judge(json)
      await this.#leave(aheadMax - 1)
    }
  }

  end(): Promise<void> {
    return this.#leave(0)
  }

  #judge(json: string): void {
    const note: Note = { json, isShown: undefined }
    this.#notes.push(note)
    const verdict = this.#filter.shows(JSON.parse(json) as NostrEvent, {
      keys: this.#subscription.keys,
      signal: this.#subscription.signal,
      isLive: false,
    })
    if (typeof verdict === 'boolean') this.#decide(note, verdict)
    else void verdict.then(isShown => this.#decide(note, isShown))
  }

  #decide(note: Note, isShown: boolean): void {
    note.isShown = isShown
    let decided = 0
    for (const { json, isShown } of this.#notes) {
      if (isShown === undefined) break
      if (isShown && !this.#subscription.isOver) this.#subscription.sendJson(json)
      decided++
    }
    this.#notes.splice(0, decided)
    this.#decided?.()
  }

  /** Waits until at most this many notes are undecided, or wait behind one. */
  async #leave(max: number): Promise<void> {
    while (this.#notes.length > max && !this.#subscription.isOver) {
      await new Promise<void>(resolve => {
        this.#decided = resolve
      })
    }
  }
}
