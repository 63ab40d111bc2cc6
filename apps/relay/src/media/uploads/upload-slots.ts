import { ApiError } from '@hornets/server/api-error'
import { addressKey } from '@hornets/server/http/caller'

export interface SlotLimits {
  readonly uploadsMax: number
  readonly uploadsPerAddressMax: number
}

/** Limits concurrent uploads, in total and per address, so that nobody can take all slots. */
export class UploadSlots {
  readonly #limits: SlotLimits
  readonly #byPlace = new Map<string, number>()
  #taken = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Returns a function that releases the slot, to be called once. Throws ApiError `unavailable` or `rate_limited`. */
  take(address: string): () => void {
    if (this.#taken >= this.#limits.uploadsMax)
      throw new ApiError('unavailable', 'Too many uploads at once. Please try again in a moment.')
    const place = addressKey(address)
    const own = this.#byPlace.get(place) ?? 0
    if (own >= this.#limits.uploadsPerAddressMax)
      throw new ApiError('rate_limited', 'Too many uploads at once from your address. Please wait for one to end.')
    this.#taken++
    this.#byPlace.set(place, own + 1)
    return () => {
      this.#taken--
      const left = (this.#byPlace.get(place) ?? 1) - 1
      if (left > 0) this.#byPlace.set(place, left)
      else this.#byPlace.delete(place)
    }
  }
}
