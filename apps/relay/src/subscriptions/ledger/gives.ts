import type { TierGives } from '@hornets/contract/admin/relay-settings'
import { bytesOfSize } from './tier.ts'

/** What a tier allows besides its space. Null: no limit but the relay's own. */
export interface Gives {
  /** Kinds that can be posted. */
  readonly kinds: ReadonlySet<number> | null
  /** Largest file. */
  readonly fileBytes: number | null
  /** Days that events and files are kept, from when they are stored. */
  readonly days: number | null
}

export const everything: Gives = { kinds: null, fileBytes: null, days: null }

/** What a purchase gave, until it has been used up: as an entry of the ledger keeps it. */
export interface GivenPart {
  /** Milliseconds. */
  readonly until: number
  /** As written by `writeGives` (`tier.ts`). */
  readonly gives: string
}

/** The inverse of `writeGives`, and of the settings. */
export function readGives(written: string | TierGives): Gives {
  if (written === '') return everything
  const { kinds, maxfile, days } = typeof written === 'string' ? (JSON.parse(written) as TierGives) : written
  return {
    kinds: kinds ? new Set(kinds.map(name => Number(name.slice('kind'.length)))) : null,
    fileBytes: maxfile === undefined ? null : bytesOfSize(maxfile),
    days: days ?? null,
  }
}

/** As written to the subscriber's row; empty if nothing is limited. */
export function writeParts(parts: readonly GivenPart[]): string {
  return parts.every(({ gives }) => gives === '') ? '' : JSON.stringify(parts)
}

export const readParts = (written: string): readonly GivenPart[] => (written === '' ? [] : JSON.parse(written))

/**
 * What parts give together at a time: of each limit the more generous, so that a purchase never takes away what an
 * earlier one gave. After the last end, the last part applies.
 */
export function givesAt(parts: readonly GivenPart[], now: number): Gives {
  const running = parts.filter(({ until }) => until > now)
  const applying = running.length > 0 ? running : parts.slice(-1)
  if (applying.length === 0) return everything
  return applying.map(({ gives }) => readGives(gives)).reduce(both)
}

function both(one: Gives, other: Gives): Gives {
  return {
    kinds: one.kinds && other.kinds && one.kinds.union(other.kinds),
    fileBytes: one.fileBytes === null || other.fileBytes === null ? null : Math.max(one.fileBytes, other.fileBytes),
    days: one.days === null || other.days === null ? null : Math.max(one.days, other.days),
  }
}
