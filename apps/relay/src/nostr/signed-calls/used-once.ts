import type { Clock } from '@hornets/server/clock'

const usual = 200_000

/** Remembers what was used until it expires. Full, it takes nothing more: forgetting would allow a second use. */
export class UsedOnce {
  readonly #until = new Map<string, number>()
  readonly #now: Clock
  readonly #max: number

  constructor(now: Clock, max = usual) {
    this.#now = now
    this.#max = max
  }

  /** False if it was used before. `untilMs`: when it expires. */
  use(id: string, untilMs: number): boolean {
    const now = this.#now()
    const isUsed = (this.#until.get(id) ?? 0) >= now
    if (isUsed) return false
    if (this.#until.size >= this.#max) this.#forget(now)
    if (this.#until.size >= this.#max) return false
    this.#until.set(id, untilMs)
    return true
  }

  #forget(now: number): void {
    for (const [id, untilMs] of this.#until) if (untilMs < now) this.#until.delete(id)
  }
}
