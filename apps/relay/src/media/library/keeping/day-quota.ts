import type { PersonQuota } from '@hornets/contract/admin/accounts/people'
import type { UploaderStatus } from '@hornets/contract/admin/relay-settings'
import { ApiError } from '@hornets/server/api-error'
import { isLoopbackAddress } from '@hornets/server/http/caller'
import { DayBytes, sharesOfCustomer } from '../../../policy/day-bytes.ts'
import { writeSize } from '../../../policy/size-text.ts'

export interface DayLimits {
  readonly perKey: number
  readonly perAddress: number
}

export interface DayQuotaParts {
  readonly limits: DayLimits
  /** The largest file: one of them can always be uploaded. */
  readonly fileBytesMax: () => number
  /** Null: the limits above. */
  readonly ownQuotaOf: (pubkey: string) => PersonQuota | null
  readonly statusOf: (pubkey: string) => UploaderStatus
  readonly now: () => number
}

/** Bytes of files that strangers can upload per day. Subscribers have paid for theirs; members have no limit. */
export class DayQuota {
  readonly #parts: DayQuotaParts
  readonly #day: DayBytes

  constructor(parts: DayQuotaParts) {
    this.#parts = parts
    this.#day = new DayBytes(parts.now)
  }

  /** Counts them, and returns the function that gives them back. Throws ApiError('rate_limited'). */
  claim(pubkey: string, address: string, bytes: number): () => void {
    const { limits, statusOf, ownQuotaOf, fileBytesMax } = this.#parts
    const status = statusOf(pubkey)
    const own = ownQuotaOf(pubkey)?.files_day ?? null
    if (status === 'member' || (status === 'paid' && own === null)) return () => {}
    const most = (limit: number) =>
      own === null && limit > 0 ? Math.max(limit, fileBytesMax()) : Number.POSITIVE_INFINITY
    const shares = [{ name: pubkey, bytesMax: own ?? most(limits.perKey), whose: 'this key' }]
    // A reverse proxy may run on this machine; a client that broke off has no address.
    if (address && !isLoopbackAddress(address))
      for (const share of sharesOfCustomer(address, most(limits.perAddress)))
        shares.push({ ...share, whose: 'your address' })
    const claim = this.#day.claim(shares, bytes)
    if ('release' in claim) return claim.release
    const { whose, bytesMax } = claim.spent
    throw new ApiError(
      'rate_limited',
      `${whose} can upload ${writeSize(bytesMax)} a day, which reset at ${this.#day.resetsAt}`,
      { why: { cause: 'quota' } },
    )
  }
}
