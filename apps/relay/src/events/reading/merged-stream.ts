import { comparePositions, type PositionStream } from './position-stream.ts'
import type { Position } from './read-statements.ts'

/** Many ordered streams as one, by a binary heap, each position once. Reads no further ahead than it is asked. */
export class MergedStream implements PositionStream {
  readonly #heap: PositionStream[] = []

  add(stream: PositionStream): void {
    if (stream.peek()) this.#push(stream)
  }

  peek(): Position | undefined {
    return this.#heap[0]?.peek()
  }

  take(): void {
    const taken = this.peek()
    if (!taken) return
    do this.#advance()
    while (this.peek()?.seq === taken.seq)
  }

  #advance(): void {
    const top = this.#heap[0]
    if (!top) return
    top.take()
    if (!top.peek()) {
      const last = this.#heap.pop()
      if (this.#heap.length === 0 || !last) return
      this.#heap[0] = last
    }
    this.#sink()
  }

  #push(stream: PositionStream): void {
    let at = this.#heap.push(stream) - 1
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
    const first = this.#heap[a]?.peek()
    const second = this.#heap[b]?.peek()
    return first && second ? comparePositions(first, second) : 0
  }

  #swap(a: number, b: number): void {
    const first = this.#heap[a]
    const second = this.#heap[b]
    if (first && second) [this.#heap[a], this.#heap[b]] = [second, first]
  }
}
