import { setImmediate as nextTurn } from 'node:timers/promises'

/** The latest follow list of each of these authors that has one, as hex keys. */
export type FindFollows = (
  authors: readonly string[],
) => AsyncIterable<readonly [author: string, follows: readonly string[]]>

/** Keys in the graph: with a million links it takes about 100 MB. */
const keysMax = 500_000
const linksMax = 10_000_000
const authorsAtOnce = 200
/** Others are answered between two slices. */
const sliceMillis = 8

interface Reach {
  /** Steps from a root, by number of a key; 0 = not reached, 1 = a root. */
  readonly steps: Uint8Array
  /** Who follows it, one step nearer to a root. */
  readonly parents: Int32Array
  readonly size: number
}

const nothing: Reach = { steps: new Uint8Array(), parents: new Int32Array(), size: 0 }

export class TrustGraph {
  readonly #findFollows: FindFollows
  readonly #numbers = new Map<string, number>()
  #keys: string[] = []
  readonly #follows = new Map<number, Uint32Array>()
  #links = 0
  #reach = nothing

  constructor(findFollows: FindFollows) {
    this.#findFollows = findFollows
  }

  get size(): number {
    return this.#reach.size
  }

  has(pubkey: string): boolean {
    return this.#stepsOf(pubkey) > 0
  }

  keys(): string[] {
    return this.#keys.filter((_, at) => (this.#reach.steps[at] ?? 0) > 0)
  }

  isCloserThan(pubkey: string, depth: number): boolean {
    const steps = this.#stepsOf(pubkey)
    return steps > 0 && steps <= depth
  }

  pathTo(pubkey: string): string[] {
    const path: string[] = []
    const { steps, parents } = this.#reach
    let at = this.#numbers.get(pubkey) ?? -1
    if ((steps[at] ?? 0) === 0) return []
    while (at >= 0) {
      path.unshift(this.#keys[at] ?? '')
      at = parents[at] ?? -1
    }
    return path
  }

  note(author: string, follows: readonly string[]): void {
    const at = this.#numbers.get(author)
    if (at !== undefined) this.#setFollows(at, follows)
  }

  /** Forgets what it knows of follow lists, so that the next graph is read from the store. */
  forget(): void {
    this.#numbers.clear()
    this.#keys = []
    this.#follows.clear()
    this.#links = 0
    this.#reach = nothing
  }

  /** Builds the graph; `depth` steps from the roots. Reads only lists that are not known yet. */
  async reach(roots: readonly string[], depth: number): Promise<void> {
    const steps = new Uint8Array(keysMax)
    const parents = new Int32Array(keysMax).fill(-1)
    let frontier: number[] = []
    for (const root of roots) {
      const at = this.#numberOf(root)
      if (at === undefined || steps[at] !== 0) continue
      steps[at] = 1
      frontier.push(at)
    }
    let size = frontier.length
    let slice = performance.now()
    for (let step = 2; step <= depth + 1; step += 1) {
      await this.#read(frontier.filter(at => !this.#follows.has(at)))
      const next: number[] = []
      for (const author of frontier) {
        for (const followed of this.#follows.get(author) ?? []) {
          if (steps[followed] !== 0) continue
          steps[followed] = step
          parents[followed] = author
          next.push(followed)
        }
        if (performance.now() - slice < sliceMillis) continue
        await nextTurn()
        slice = performance.now()
      }
      size += next.length
      frontier = next
    }
    const known = this.#keys.length
    this.#reach = { steps: steps.slice(0, known), parents: parents.slice(0, known), size }
  }

  async #read(authors: readonly number[]): Promise<void> {
    let slice = performance.now()
    for (let start = 0; start < authors.length; start += authorsAtOnce) {
      const asked = authors.slice(start, start + authorsAtOnce)
      for await (const [author, follows] of this.#findFollows(asked.map(at => this.#keys[at] ?? ''))) {
        const at = this.#numbers.get(author)
        if (at !== undefined) this.#setFollows(at, follows)
        if (performance.now() - slice < sliceMillis) continue
        await nextTurn()
        slice = performance.now()
      }
      for (const at of asked) if (!this.#follows.has(at)) this.#follows.set(at, new Uint32Array())
    }
  }

  #setFollows(author: number, follows: readonly string[]): void {
    this.#links -= this.#follows.get(author)?.length ?? 0
    const numbers = new Set<number>()
    for (const key of follows) {
      if (this.#links + numbers.size >= linksMax) break
      const at = this.#numberOf(key)
      if (at !== undefined) numbers.add(at)
    }
    this.#links += numbers.size
    this.#follows.set(author, Uint32Array.from(numbers))
  }

  #numberOf(key: string): number | undefined {
    const known = this.#numbers.get(key)
    if (known !== undefined || this.#keys.length >= keysMax) return known
    this.#numbers.set(key, this.#keys.length)
    this.#keys.push(key)
    return this.#keys.length - 1
  }

  #stepsOf(pubkey: string): number {
    const at = this.#numbers.get(pubkey)
    return at === undefined ? 0 : (this.#reach.steps[at] ?? 0)
  }
}
