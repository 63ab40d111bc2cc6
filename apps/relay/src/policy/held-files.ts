/** `pending`: it waits for its judgement. `blocked`: nobody but the console gets it. */
export type FileHold = 'pending' | 'blocked'

export interface NewFile {
  readonly hash: string
  readonly mime: string
  readonly pubkey: string
}

export class HeldFiles {
  readonly #held = new Map<string, FileHold>()
  readonly #mode: () => 'strict' | 'passive'
  #beforeNew: (file: NewFile) => Promise<void> = async () => {}

  constructor(mode: () => 'strict' | 'passive') {
    this.#mode = mode
  }

  set(hash: string, hold: FileHold | null): void {
    if (hold === null) this.#held.delete(hash)
    else this.#held.set(hash, hold)
  }

  releasePending(): void {
    for (const [hash, hold] of this.#held) if (hold === 'pending') this.#held.delete(hash)
  }

  /** What is done before a new file can be seen, so that no crash leaves one that nobody judges. */
  guardNew(work: (file: NewFile) => Promise<void>): void {
    this.#beforeNew = work
  }

  beforeNew(file: NewFile): Promise<void> {
    return this.#beforeNew(file)
  }

  isPending(hash: string): boolean {
    return this.#held.get(hash) === 'pending'
  }

  /** a pending file is hidden in strict mode, a blocked one always. */
  isHidden(hash: string): boolean {
    const hold = this.#held.get(hash)
    return hold === 'blocked' || (hold === 'pending' && this.#mode() === 'strict')
  }
}
