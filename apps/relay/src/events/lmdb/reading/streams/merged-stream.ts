import { comparePositions } from '../../layout/position.ts'
import type { Step, Work } from '../work.ts'
import { copyEntry, emptyEntry, type Source } from './source.ts'

export class MergedStream implements Source {
  readonly head = emptyEntry()
  readonly #heap: Source[] = []
  readonly #unopened: Iterator<Source>
  #opening: Source | undefined
  #isOpen = false
  #mustAdvance = false

  /** Sources are opened one by one, so that a pause is possible between any two. */
  constructor(sources: Iterable<Source>) {
    this.#unopened = sources[Symbol.iterator]()
  }

  next(work: Work): Step {
    if (!this.#isOpen && !this.#open(work)) return 'paused'
    for (;;) {
      if (this.#mustAdvance && !this.#advance(work)) return 'paused'
      const top = this.#heap[0]
      if (!top) return 'ended'
      this.#mustAdvance = true
      if (top.head.seq === this.head.seq) continue
      copyEntry(this.head, top.head)
      return 'ready'
    }
  }

  #open(work: Work): boolean {
    for (;;) {
      if (!this.#opening) {
        const next = this.#unopened.next()
        if (next.done) break
        this.#opening = next.value
      }
      const step = this.#opening.next(work)
      if (step === 'paused') return false
      if (step === 'ready') this.#push(this.#opening)
      this.#opening = undefined
    }
    this.#isOpen = true
    return true
  }

  #advance(work: Work): boolean {
    const top = this.#heap[0]
    if (!top) return true
    const step = top.next(work)
    if (step === 'paused') return false
    if (step === 'ended') {
      const last = this.#heap.pop()
      if (last && this.#heap.length > 0) this.#heap[0] = last
    }
    this.#sink()
    this.#mustAdvance = false
    return true
  }

  #push(source: Source): void {
    let at = this.#heap.push(source) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#compare(parent, at) <= 0) return
      this.#swap(parent, at)
      at = parent
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      let least = at
      if (left < this.#heap.length && this.#compare(left, least) < 0) least = left
      if (left + 1 < this.#heap.length && this.#compare(left + 1, least) < 0) least = left + 1
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #compare(a: number, b: number): number {
    const first = this.#heap[a]
    const second = this.#heap[b]
    return first && second ? comparePositions(first.head, second.head) : 0
  }

  #swap(a: number, b: number): void {
    const first = this.#heap[a]
    const second = this.#heap[b]
    if (first && second) [this.#heap[a], this.#heap[b]] = [second, first]
  }
}
