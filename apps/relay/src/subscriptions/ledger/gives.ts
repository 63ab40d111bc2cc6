import type { TierGives } from '@hornets/contract/admin/relay-settings'
import { bytesOfSize } from './tier.ts'

/** What a tier allows besides its space. Null: no limit but the relay's own. */
export interface Gives {
  readonly kinds: ReadonlySet<number> | null
  readonly fileBytes: number | null
  readonly days: number | null
}

export const everything: Gives = { kinds: null, fileBytes: null, days: null }

/** What a purchase gave, until it has been used up: as an entry of the ledger keeps it. */
export interface GivenPart {
  /** Milliseconds. */
  readonly until: number
  readonly gives: string
}

export function readGives(written: string | TierGives): Gives {
  if (written === '') return everything
  const { kinds, maxfile, days } = typeof written === 'string' ? (JSON.parse(written) as TierGives) : written
  return {
    kinds: kinds ? new Set(kinds.map(name => Number(name.slice('kind'.length)))) : null,
    fileBytes: maxfile === undefined ? null : bytesOfSize(maxfile),
    days: days ?? null,
  }
}

export function writeParts(parts: readonly GivenPart[]): string {
  return parts.every(({ gives }) => gives === '') ? '' : JSON.stringify(parts)
}

export const readParts = (written: string): readonly GivenPart[] => (written === '' ? [] : JSON.parse(written))

/**
 * Of each limit the more generous: a purchase never takes away what an earlier one gave. After the last end, the last
 * part.
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
