/** What the budget has to know of an outbox. */
export interface BudgetedOutbox {
  readonly unsentBytes: number
  /** Disconnects the client and gives its bytes back. */
  drop(): void
}

const mebibyte = 1024 * 1024
const bytesMin = 32 * mebibyte
const bytesMax = 256 * mebibyte
const memoryShare = 64
/** An outbox may hold this share of what is left. */
const shareOfFree = 1 / 8
/** Nobody is dropped for less by a shrinking share. */
const alwaysAllowedBytes = 256 * 1024
const afterDropping = 0.9

/** Bytes that all outboxes may hold together on a machine, or in a container, with so much memory. */
export function outboxBudgetBytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / memoryShare), bytesMin), bytesMax)
}

/**
 * The unsent bytes of all clients, or of those of one address within that. The fuller it is, the less a single one may hold; when it is over, those that hold
 * most are dropped first.
 */
export class OutboxBudget {
  readonly max: number
  readonly #within: OutboxBudget | undefined
  #total = 0
  readonly #outboxes = new Set<BudgetedOutbox>()

  /** `within` counts all that is counted here, too. */
  constructor(max: number, within?: OutboxBudget) {
    this.max = max
    this.#within = within
  }

  /** Unsent bytes of all. */
  get total(): number {
    return this.#total
  }

  enter(outbox: BudgetedOutbox): void {
    this.#outboxes.add(outbox)
    this.#within?.enter(outbox)
  }

  leave(outbox: BudgetedOutbox): void {
    this.#outboxes.delete(outbox)
    this.#within?.leave(outbox)
  }

  /** What one client may hold now, out of what it may hold at most. */
  shareOf(ownMax: number): number {
    const share = Math.max((this.max - this.#total) * shareOfFree, alwaysAllowedBytes)
    const least = Math.min(ownMax, share)
    return this.#within ? this.#within.shareOf(least) : least
  }

  add(bytes: number): void {
    this.#total += bytes
    this.#within?.add(bytes)
    if (bytes > 0 && this.#total > this.max) this.#dropSlowest()
  }

  #dropSlowest(): void {
    const slowestFirst = [...this.#outboxes].sort((a, b) => b.unsentBytes - a.unsentBytes)
    for (const outbox of slowestFirst) {
      if (this.#total <= this.max * afterDropping) return
      outbox.drop()
    }
  }
}
