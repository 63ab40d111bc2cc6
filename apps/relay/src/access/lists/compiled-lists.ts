import type { AccessList, WordMatch } from '@hornets/contract/admin/access-lists'
import { AddressSet } from './address-set.ts'
import type { EntryRow } from './lists-store.ts'
import { type WordEntry, WordMatcher } from './word-matcher.ts'

/** The lists in memory; an entry counts until its expiry, in milliseconds, null = permanent. */
export interface CompiledLists {
  readonly allowed: ReadonlyMap<string, number | null>
  readonly addresses: AddressSet<WordEntry>
  readonly words: WordMatcher
}

export async function compile(rows: readonly EntryRow[]): Promise<CompiledLists> {
  const of = (list: AccessList) => rows.filter(row => row.list === list)
  const addresses = new AddressSet<WordEntry>()
  const entryOf = ({ value, match, expires_at }: EntryRow) => ({
    value,
    match: match as WordMatch,
    expiresAt: expires_at,
  })
  for (const row of of('addresses')) addresses.add(row.value, entryOf(row))
  return {
    allowed: new Map(of('allowed-pubkeys').map(({ value, expires_at }) => [value, expires_at])),
    addresses,
    words: await WordMatcher.open(of('words').map(entryOf)),
  }
}

/** `expiresAt`: undefined = not listed. */
export const isInForce = (expiresAt: number | null | undefined, now: number) =>
  expiresAt !== undefined && (expiresAt === null || expiresAt > now)
