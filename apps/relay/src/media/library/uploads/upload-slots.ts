import { ApiError } from '@hornets/server/api-error'
import { CustomerCounts } from '@hornets/server/http/customers/customer-counts'

export interface SlotLimits {
  readonly uploadsMax: number
  readonly uploadsPerAddressMax: number
}

export interface UploadSlot {
  readonly signal: AbortSignal
  progress(bytes: number): void
  /** To be called once. */
  release(): void
}

interface Held {
  readonly address: string
  readonly since: number
  bytes: number
  giveWay(): void
}

/** Lets new uploads look fast. */
const headStartBytes = 256 * 1024
/** An upload slower than this gives way to anyone when all slots are taken. */
const slowBytesPerSecond = 64 * 1024

/**
 * When all are taken, the slowest of the customer with most gives way to whoever has two fewer, or the slowest of all.
 */
export class UploadSlots {
  readonly #limits: SlotLimits
  readonly #now: () => number
  readonly #held = new Set<Held>()
  readonly #counts = new CustomerCounts()

  /** `now` in milliseconds. */
  constructor(limits: SlotLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Throws ApiError `unavailable` or `rate_limited`. */
  take(address: string): UploadSlot {
    if (this.#counts.weightOf(address) >= this.#limits.uploadsPerAddressMax)
      throw new ApiError('rate_limited', 'Too many uploads at once from your address. Please wait for one to end.')
    if (this.#held.size >= this.#limits.uploadsMax) this.#makeRoomFor(address)
    const controller = new AbortController()
    const giveBack = this.#counts.add(address)
    const release = () => {
      if (this.#held.delete(held)) giveBack()
    }
    const held: Held = {
      address,
      since: this.#now(),
      bytes: 0,
      giveWay: () => {
        release()
        controller.abort(
          new ApiError('unavailable', 'This upload was slow, and others needed its place. Please try again.', {
            why: { cause: 'rate' },
          }),
        )
      },
    }
    this.#held.add(held)
    const progress = (bytes: number) => {
      held.bytes += bytes
    }
    return { signal: controller.signal, progress, release }
  }

  #makeRoomFor(address: string): void {
    const weights = new Map([...this.#held].map(held => [held, this.#counts.weightOf(held.address)]))
    const most = Math.max(...weights.values())
    const isUnfair = most >= this.#counts.weightOf(address) + 2
    const [slowest] = [...this.#held]
      .filter(held => !isUnfair || weights.get(held) === most)
      .sort((one, other) => this.#paceOf(one) - this.#paceOf(other))
    if (!slowest || (!isUnfair && this.#paceOf(slowest) >= slowBytesPerSecond))
      throw new ApiError('unavailable', 'Too many uploads at once. Please try again in a moment.', {
        why: { cause: 'rate' },
      })
    slowest.giveWay()
  }

  /** Bytes per second. */
  #paceOf({ bytes, since }: Held): number {
    return ((bytes + headStartBytes) * 1000) / Math.max(1, this.#now() - since)
  }
}
