/** `pending`: it waits for its judgement. `blocked`: nobody but the console gets it. */
export type FileHold = 'pending' | 'blocked'

/** The files that are not given to everybody, by hash; the judges fill it. */
export class HeldFiles {
  readonly #held = new Map<string, FileHold>()
  readonly #mode: () => 'strict' | 'passive'

  constructor(mode: () => 'strict' | 'passive') {
    this.#mode = mode
  }

  /** Null: given to everybody again. */
  set(hash: string, hold: FileHold | null): void {
    if (hold === null) this.#held.delete(hash)
    else this.#held.set(hash, hold)
  }

  /** a pending file is hidden in strict mode, a blocked one always. */
  isHidden(hash: string): boolean {
    const hold = this.#held.get(hash)
    return hold === 'blocked' || (hold === 'pending' && this.#mode() === 'strict')
  }
}
