import type { Position } from '../../layout/position.ts'
import { type Step, Work } from '../work.ts'
import { copyEntry, emptyEntry, type Source } from './source.ts'

const stride = 256

/** A merge once the scan has cost as much as opening its ranges: at most twice as long as the better of both. */
export class ScanThenMerge implements Source {
  readonly head = emptyEntry()
  readonly #scan: Source & { readonly position: Position | null }
  readonly #merge: (after: Position | null) => Source
  #merged: Source | undefined
  #allowance: number

  constructor(
    scan: Source & { readonly position: Position | null },
    merge: (after: Position | null) => Source,
    allowance: number,
  ) {
    this.#scan = scan
    this.#merge = merge
    this.#allowance = allowance
  }

  next(work: Work): Step {
    while (!this.#merged) {
      if (work.isOver) return 'paused'
      const share = new Work(stride)
      const step = this.#scan.next(share)
      work.spend(stride - share.left)
      this.#allowance -= stride - share.left
      if (step === 'ready') copyEntry(this.head, this.#scan.head)
      if (step !== 'paused') return step
      if (this.#allowance <= 0) this.#merged = this.#merge(this.#scan.position)
    }
    const step = this.#merged.next(work)
    if (step === 'ready') copyEntry(this.head, this.#merged.head)
    return step
  }
}
