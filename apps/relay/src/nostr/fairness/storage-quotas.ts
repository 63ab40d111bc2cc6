import { DayBytes, type DayShare, sharesOfCustomer } from '../../policy/day-bytes.ts'
import { type Refusal, refuse } from '../../policy/refusal.ts'
import { writeSize } from '../../policy/size-text.ts'

export interface StorageLimits {
  /** Bytes of events that one key, and one address, can store per day (UTC); 0 = unlimited. */
  readonly storedBytesPerKeyDayMax: number
  readonly storedBytesPerAddressDayMax: number
}

export interface DiskRoom {
  hasRoomFor(bytes: number): boolean
  note(bytes: number): void
}

export interface StorageQuotasParts {
  readonly limits: StorageLimits
  readonly room: DiskRoom
  /** Whether the key belongs to an owner: only a full disk stops owners. */
  readonly isOwner: (pubkey: string) => boolean
  /** Bytes of a day that apply to this key alone; null = the limits above. */
  readonly ownOf: (pubkey: string) => number | null
  readonly now: () => number
}

export interface StorageRequest {
  readonly pubkey: string
  /** Key for counting its sender; null where many people share an address. */
  readonly address: string | null
  readonly bytes: number
  /** Deletions free space, so a full disk does not stop them. */
  readonly isDeletion: boolean
}

export type StorageAnswer = { readonly refusal: Refusal } | { readonly release: () => void }

interface Share extends DayShare {
  readonly whose: string
}

/** Limits what strangers can store: a reserve stays free, and each key and address has a daily quota. */
export class StorageQuotas {
  readonly #parts: StorageQuotasParts
  readonly #day: DayBytes

  constructor(parts: StorageQuotasParts) {
    this.#parts = parts
    this.#day = new DayBytes(parts.now)
  }

  /** Counts the event, or returns why it cannot be stored; `release` undoes it if storing fails. */
  claim({ pubkey, address, bytes, isDeletion }: StorageRequest): StorageAnswer {
    const { room } = this.#parts
    if (!isDeletion && !room.hasRoomFor(bytes))
      return { refusal: refuse('disk', "error: the relay's disk is full, please try again later") }
    const claim = this.#day.claim(this.#sharesOf(pubkey, address), bytes)
    if ('spent' in claim) return { refusal: this.#refusalOf(claim.spent) }
    room.note(bytes)
    return {
      release: () => {
        claim.release()
        room.note(-bytes)
      },
    }
  }

  #sharesOf(pubkey: string, address: string | null): Share[] {
    const { limits, isOwner, ownOf } = this.#parts
    const own = isOwner(pubkey) ? Number.POSITIVE_INFINITY : ownOf(pubkey)
    const key = { name: pubkey, bytesMax: own ?? mostOf(limits.storedBytesPerKeyDayMax), whose: 'this key' }
    if (address === null) return [key]
    const bytesMax = own === null ? mostOf(limits.storedBytesPerAddressDayMax) : Number.POSITIVE_INFINITY
    const whose = 'your address'
    return [key, ...sharesOfCustomer(address, bytesMax).map(share => ({ ...share, whose }))]
  }

  #refusalOf({ whose, bytesMax }: Share): Refusal {
    const reset = this.#day.resetsAt
    return refuse(
      'quota',
      `rate-limited: ${whose} has used its ${writeSize(bytesMax)} for today, which reset at ${reset}`,
    )
  }
}

const mostOf = (limit: number) => limit || Number.POSITIVE_INFINITY
