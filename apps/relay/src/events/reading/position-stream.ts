import type { Position, ReadPage, Window } from './read-statements.ts'

const pageMax = 256

/** Positions in the order of answers, one at a time. */
export interface PositionStream {
  /** The next one without taking it; undefined at the end. */
  peek(): Position | undefined
  take(): void
}

/** One range of an index, read page by page; pages grow, since most streams of a merge give only few. */
export class IndexStream implements PositionStream {
  readonly #read: ReadPage
  readonly #window: Window
  #page: Position[] = []
  #at = 0
  #pageSize: number
  #ended = false
  #last: Position | null = null

  constructor(read: ReadPage, window: Window, firstPage: number) {
    this.#read = read
    this.#window = window
    this.#pageSize = Math.min(Math.max(firstPage, 1), pageMax)
  }

  peek(): Position | undefined {
    if (this.#at === this.#page.length && !this.#ended) this.#turnPage()
    return this.#page[this.#at]
  }

  take(): void {
    this.#at += 1
  }

  #turnPage(): void {
    this.#page = this.#read(this.#window, this.#last, this.#pageSize)
    this.#at = 0
    this.#ended = this.#page.length < this.#pageSize
    this.#last = this.#page.at(-1) ?? null
    this.#pageSize = Math.min(this.#pageSize * 2, pageMax)
  }
}

/** Positions that are all known already. */
export class ListStream implements PositionStream {
  readonly #positions: readonly Position[]
  #at = 0

  constructor(positions: readonly Position[]) {
    this.#positions = positions
  }

  peek(): Position | undefined {
    return this.#positions[this.#at]
  }

  take(): void {
    this.#at += 1
  }
}

/** Newest first, same second by lower id; whole keys are unequal but for what arrives twice. */
export function comparePositions(a: Position, b: Position): number {
  return b.created_at - a.created_at || a.id_key - b.id_key || a.seq - b.seq
}
