import type { NostrEvent } from '@hornets/contract'
import { deletionKind, giftWrapKinds, isAddressable, isReplaceable, vanishKind } from '../event-kinds.ts'
import { identifierKey, tagKey } from './event-columns.ts'
import { keysIn, removeRows } from './rows.ts'
import type { Transaction } from './transaction.ts'

/** Names of a request that are deleted in one transaction. */
const namesMax = 200

/** What a request says of addresses, in parts that each fit into a statement. */
export async function noteDeletedAddresses(tx: Transaction, request: NostrEvent): Promise<void> {
  for (let from: number | null = 0; from !== null; ) {
    const { addresses, next }: ReturnType<typeof namesIn> = namesIn(request, from)
    if (addresses.length > 0) await markAllAddresses(tx, request, addresses)
    from = next
  }
}

async function markAllAddresses(tx: Transaction, { pubkey, created_at }: NostrEvent, addresses: readonly Address[]) {
  const kinds = addresses.map(({ kind }) => kind)
  const identifiers = addresses.map(({ identifier }) => identifier)
  await tx.query(markAddresses, [pubkey, kinds, identifiers, created_at])
  return { kinds, identifiers }
}

interface Address {
  readonly kind: number
  readonly identifier: string
}

/** Removals that do not fit into one transaction: a deletion request by its id, the others by the key of a person. */
export type Unfinished = 'deletion' | 'vanishing' | 'clearing'

const noteText = `INSERT INTO unfinished (what, key, next_tag) VALUES ($1, decode($2, 'hex'), $3)
ON CONFLICT (what, key) DO UPDATE SET next_tag = excluded.next_tag`

export async function noteUnfinished(tx: Transaction, what: Unfinished, key: string, nextTag = 0): Promise<void> {
  await tx.query(noteText, [what, key, nextTag])
}

export async function noteFinished(tx: Transaction, what: Unfinished, key: string): Promise<void> {
  await tx.query("DELETE FROM unfinished WHERE what = $1 AND key = decode($2, 'hex')", [what, key])
}

const named = `
SELECT id, created_at FROM events
WHERE id = ANY (SELECT decode(unnest($1::text[]), 'hex')) AND kind NOT IN (${deletionKind}, ${vanishKind})
  AND (pubkey = decode($2, 'hex') OR (kind IN (${giftWrapKinds.join(', ')}) AND tags @> ARRAY[$3::uuid]))`

const markIds = `INSERT INTO deleted_ids SELECT decode(unnest($1::text[]), 'hex'), decode($2, 'hex') ON CONFLICT DO NOTHING`

const markAddresses = `
INSERT INTO deleted_addresses SELECT decode($1, 'hex'), kind, identifier::uuid, $4
FROM (SELECT DISTINCT * FROM unnest($2::int[], $3::text[])) AS given (kind, identifier)
ON CONFLICT (pubkey, kind, identifier) DO UPDATE SET until = greatest(deleted_addresses.until, excluded.until)`

const addressed = `
SELECT a.id, a.created_at FROM addresses a JOIN unnest($2::int[], $3::text[]) AS g (kind, identifier)
  ON a.kind = g.kind AND a.identifier = g.identifier::uuid
WHERE a.pubkey = decode($1, 'hex') AND a.created_at <= $4`

/** NIP-09: never deletion requests or requests to vanish (NIP-62). Records the names. Returns the next tag, or null. */
export async function deleteNamed(tx: Transaction, request: NostrEvent, from: number): Promise<number | null> {
  const { ids, addresses, next } = namesIn(request, from)
  const { pubkey, created_at } = request
  if (ids.length > 0) {
    await tx.query(markIds, [ids, pubkey])
    await removeRows(tx, keysIn(await tx.query(named, [ids, pubkey, tagKey('p', pubkey)])))
  }
  if (addresses.length > 0) {
    const { kinds, identifiers } = await markAllAddresses(tx, request, addresses)
    await removeRows(tx, keysIn(await tx.query(addressed, [pubkey, kinds, identifiers, created_at])))
  }
  return next
}

function namesIn({ tags, pubkey }: NostrEvent, from: number) {
  const ids: string[] = []
  const addresses: Address[] = []
  const done = new Set<string>()
  for (const [at, [name, value]] of tags.entries()) {
    if (value === undefined || (name !== 'e' && name !== 'a') || done.has(value)) continue
    done.add(value)
    if (at < from) continue
    if (ids.length + addresses.length === namesMax) return { ids, addresses, next: at }
    if (name === 'e') {
      if (/^[0-9a-f]{64}$/.test(value)) ids.push(value)
    } else addresses.push(...addressIn(value, pubkey))
  }
  return { ids, addresses, next: null }
}

function addressIn(address: string, author: string): Address[] {
  const [, kindText, pubkey, identifier] = /^(\d{1,5}):([0-9a-f]{64}):(.*)$/s.exec(address) ?? []
  const kind = Number(kindText)
  if (pubkey !== author || identifier === undefined) return []
  if (!isReplaceable(kind) && !isAddressable(kind)) return []
  return [{ kind, identifier: identifierKey(isAddressable(kind) ? identifier : '') }]
}
