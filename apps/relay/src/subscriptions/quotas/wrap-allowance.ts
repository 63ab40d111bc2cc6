import { DayBytes, sharesOfCustomer } from '../../policy/day-bytes.ts'
import { refuse } from '../../policy/refusal.ts'
import { writeSize } from '../../policy/size-text.ts'

export interface WrapLimits {
  readonly perRecipient: number
  readonly perRecipientAndAddress: number
}

const wrapLimits: WrapLimits = { perRecipient: 4 * 1024 * 1024, perRecipientAndAddress: 1024 * 1024 }

/** Wrapped messages that single-use keys send to a subscriber (NIP-59), of which nobody else pays for storage. */
export class WrapAllowance {
  readonly #limits: WrapLimits
  readonly #day: DayBytes

  /** `now` in milliseconds. */
  constructor(now: () => number, limits = wrapLimits) {
    this.#limits = limits
    this.#day = new DayBytes(now)
  }

  /** Counts a message, or says why it is refused. `address` is null where many people share one. */
  claim(recipient: string, address: string | null, bytes: number) {
    const { perRecipient, perRecipientAndAddress } = this.#limits
    const shares = [{ name: recipient, bytesMax: perRecipient, from: '' }]
    if (address !== null)
      for (const { name, bytesMax } of sharesOfCustomer(address, perRecipientAndAddress))
        shares.push({ name: `${recipient} ${name}`, bytesMax, from: ' from your address' })
    const claim = this.#day.claim(shares, bytes)
    if ('release' in claim) return claim
    const { bytesMax, from } = claim.spent
    const most = `this recipient takes ${writeSize(bytesMax)} of messages a day${from}`
    return { refusal: refuse('quota', `rate-limited: ${most}, which reset at ${this.#day.resetsAt}`) }
  }
}
