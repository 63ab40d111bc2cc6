export interface LineLimits {
  readonly max: number
  readonly ownerMax: number
}

export class FairLines<Item> {
  readonly #limits: LineLimits
  readonly #lines = new Map<string, Set<Item>>()
  #size = 0

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** False if it is full. `isBounded: false` adds it anyway, for callers that limit and wait themselves. */
  add(owner: string, item: Item, isBounded = true): boolean {
    const line = this.#lines.get(owner) ?? new Set<Item>()
    if (isBounded && (this.#size >= this.#limits.max || line.size >= this.#limits.ownerMax)) return false
    this.#lines.set(owner, line.add(item))
    this.#size++
    return true
  }

  take(): Item | undefined {
    const [first] = this.#lines
    const [item] = first?.[1] ?? []
    if (!first || item === undefined) return undefined
    const [owner, line] = first
    this.#lines.delete(owner)
    line.delete(item)
    if (line.size > 0) this.#lines.set(owner, line)
    this.#size--
    return item
  }

  remove(owner: string, item: Item): void {
    const line = this.#lines.get(owner)
    if (!line?.delete(item)) return
    this.#size--
    if (line.size === 0) this.#lines.delete(owner)
  }
}
