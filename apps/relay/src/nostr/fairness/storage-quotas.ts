export interface StorageLimits {
  /** Bytes of events that one key, and one address, can store per day (UTC); 0 = unlimited. */
  readonly storedBytesPerKeyDayMax: number
  readonly storedBytesPerAddressDayMax: number
}

/** Disk space left for strangers. */
export interface DiskRoom {
  hasRoomFor(bytes: number): boolean
  note(bytes: number): void
}

export interface StorageQuotasParts {
  readonly limits: StorageLimits
  readonly room: DiskRoom
  /** Whether the key belongs to an owner: only a full disk stops owners. */
  readonly isOwner: (pubkey: string) => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** An event to be stored. */
export interface StorageRequest {
  readonly pubkey: string
  /** Key for counting its sender; null where many people share an address. */
  readonly address: string | null
  readonly bytes: number
  /** Deletions free space, so a full disk does not stop them. */
  readonly isDeletion: boolean
}

export type StorageAnswer = { readonly refusal: string } | { readonly release: () => void }

const dayMs = 86_400_000
const mebibyte = 1024 * 1024
/** Beyond this, those who used least today are forgotten. */
const remembered = 200_000

/** Limits what strangers can store: a reserve stays free, and each key and address has a daily quota. */
export class StorageQuotas {
  readonly #parts: StorageQuotasParts
  readonly #ofKeys = new DayUse()
  readonly #ofAddresses = new DayUse()
  #day = 0

  constructor(parts: StorageQuotasParts) {
    this.#parts = parts
  }

  /** Counts the event, or returns why it cannot be stored; `release` undoes it if storing fails. */
  claim({ pubkey, address, bytes, isDeletion }: StorageRequest): StorageAnswer {
    const { limits, room, isOwner } = this.#parts
    if (!isDeletion && !room.hasRoomFor(bytes))
      return { refusal: "error: the relay's disk is full, please try again later" }
    this.#turnDay()
    if (!isOwner(pubkey)) {
      const { storedBytesPerKeyDayMax: keyMax, storedBytesPerAddressDayMax: addressMax } = limits
      if (this.#ofKeys.isOver(pubkey, bytes, keyMax)) return this.#refuse(keyMax, 'this key')
      if (address && this.#ofAddresses.isOver(address, bytes, addressMax))
        return this.#refuse(addressMax, 'your address')
    }
    const count = (change: number) => {
      this.#ofKeys.add(pubkey, change)
      if (address) this.#ofAddresses.add(address, change)
      room.note(change)
    }
    const day = this.#day
    count(bytes)
    return { release: () => void (day === this.#day && count(-bytes)) }
  }

  #turnDay(): void {
    const day = Math.floor(this.#parts.now() / dayMs)
    if (day === this.#day) return
    this.#day = day
    this.#ofKeys.clear()
    this.#ofAddresses.clear()
  }

  #refuse(max: number, whose: string): StorageAnswer {
    const next = new Date((this.#day + 1) * dayMs).toISOString().slice(0, 16).replace('T', ' ')
    const megabytes = Math.round((max / mebibyte) * 10) / 10
    return { refusal: `rate-limited: ${whose} has used its ${megabytes} MB for today, which reset at ${next} UTC` }
  }
}

class DayUse {
  readonly #bytes = new Map<string, number>()

  isOver(name: string, bytes: number, max: number): boolean {
    return max > 0 && (this.#bytes.get(name) ?? 0) + bytes > max
  }

  add(name: string, bytes: number): void {
    this.#bytes.set(name, (this.#bytes.get(name) ?? 0) + bytes)
    if (this.#bytes.size > remembered) this.#forgetSmallest()
  }

  clear(): void {
    this.#bytes.clear()
  }

  #forgetSmallest(): void {
    const smallestFirst = [...this.#bytes].sort(([, a], [, b]) => a - b)
    for (const [name] of smallestFirst.slice(0, remembered / 2)) this.#bytes.delete(name)
  }
}
