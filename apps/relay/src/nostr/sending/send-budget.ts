export interface BudgetedQueue {
  readonly unsentBytes: number
  /** Disconnects the client and releases its bytes. */
  drop(): void
}

const mebibyte = 1024 * 1024
const bytesMin = 32 * mebibyte
const bytesMax = 256 * mebibyte
const memoryShare = 64
/** A send queue can hold this share of the free space. */
const shareOfFree = 1 / 8
/** Shrinking shares drop nobody below this. */
const alwaysAllowedBytes = 256 * 1024
const afterDropping = 0.9

/** Total for all send queues on a machine, or in a container, with this much memory. */
export function sendBudgetBytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / memoryShare), bytesMin), bytesMax)
}

/**
 * Unsent bytes of all clients, or of one address within that. The fuller it is, the less each can hold; above the
 * maximum, the largest are dropped first.
 */
export class SendBudget {
  readonly max: number
  readonly #within: SendBudget | undefined
  #total = 0
  readonly #sendQueues = new Set<BudgetedQueue>()

  /** `within` includes everything counted here. */
  constructor(max: number, within?: SendBudget) {
    this.max = max
    this.#within = within
  }

  /** Unsent bytes in total. */
  get total(): number {
    return this.#total
  }

  enter(sendQueue: BudgetedQueue): void {
    this.#sendQueues.add(sendQueue)
    this.#within?.enter(sendQueue)
  }

  leave(sendQueue: BudgetedQueue): void {
    this.#sendQueues.delete(sendQueue)
    this.#within?.leave(sendQueue)
  }

  /** What one client can hold now, given its own maximum. */
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
    const slowestFirst = [...this.#sendQueues].sort((a, b) => b.unsentBytes - a.unsentBytes)
    for (const sendQueue of slowestFirst) {
      if (this.#total <= this.max * afterDropping) return
      sendQueue.drop()
    }
  }
}
