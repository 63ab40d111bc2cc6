export interface BudgetedQueue {
  readonly unsentBytes: number
  drop(): void
}

const mebibyte = 1024 * 1024
const bytesMin = 32 * mebibyte
const bytesMax = 256 * mebibyte
const memoryShare = 64
/** A send queue can hold this share of the free space. */
const shareOfFree = 1 / 8
const alwaysAllowedBytes = 256 * 1024
const afterDropping = 0.9

export function sendBudgetBytes(memoryBytes: number): number {
  return Math.min(Math.max(Math.floor(memoryBytes / memoryShare), bytesMin), bytesMax)
}

/** The fuller, the less each can hold; above the maximum, the largest are dropped first. */
export class SendBudget {
  readonly max: number
  readonly #within: SendBudget | undefined
  #total = 0
  readonly #sendQueues = new Set<BudgetedQueue>()

  constructor(max: number, within?: SendBudget) {
    this.max = max
    this.#within = within
  }

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
