import type { NostrEvent } from '@hornets/contract'
import { deletionKind, ownersOf, vanishKind } from '../event-kinds.ts'
import type { SaveOutcome } from '../event-store.ts'
import { deleteNamed, noteUnfinished } from './deletions.ts'
import { type Arrived, versionIdentifier } from './event-columns.ts'
import { insertRows, type Key, removeRows } from './rows.ts'
import type { Transaction } from './transaction.ts'

const check = `
SELECT CASE
  WHEN EXISTS (SELECT FROM events e WHERE e.id = g.id AND e.created_at = g.created_at) THEN 'duplicate'
  WHEN EXISTS (SELECT FROM banned b WHERE b.id = g.id) OR EXISTS (SELECT FROM trash t WHERE t.id = g.id) THEN 'deleted'
  WHEN g.kind = ${vanishKind} THEN NULL
  WHEN EXISTS (SELECT FROM vanished v WHERE v.pubkey = ANY (g.owners) AND v.until >= g.created_at) THEN 'deleted'
  WHEN g.kind = ${deletionKind} THEN NULL
  WHEN EXISTS (SELECT FROM deleted_ids d WHERE d.id = g.id AND d.pubkey = ANY (g.owners)) THEN 'deleted'
  WHEN EXISTS (SELECT FROM deleted_addresses d WHERE d.pubkey = g.pubkey AND d.kind = g.kind
    AND d.identifier = g.identifier AND d.until >= g.created_at) THEN 'deleted'
  END AS outcome, a.id AS version, a.created_at AS version_at
FROM (
  SELECT n, decode(id, 'hex') AS id, created_at, decode(pubkey, 'hex') AS pubkey, kind, owners::bytea[] AS owners,
    identifier::uuid AS identifier
  FROM unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::text[]) WITH ORDINALITY
    AS given (id, created_at, pubkey, kind, owners, identifier, n)
) g
LEFT JOIN addresses a ON a.pubkey = g.pubkey AND a.kind = g.kind AND a.identifier = g.identifier
ORDER BY g.n`

const bytesLiteral = (hexes: readonly string[]) => `{${hexes.map(hex => `"\\\\x${hex}"`).join(',')}}`

interface Checked {
  /** Null: nothing prevents storing it, but perhaps a newer version. */
  readonly outcome: SaveOutcome | null
  readonly version: Key | null
}

async function checkAll(tx: Transaction, run: readonly Arrived[]): Promise<Checked[]> {
  const rows = await tx.query(check, [
    run.map(({ event }) => event.id),
    run.map(({ event }) => event.created_at),
    run.map(({ event }) => event.pubkey),
    run.map(({ event }) => event.kind),
    run.map(({ event }) => bytesLiteral(ownersOf(event))),
    run.map(({ event }) => versionIdentifier(event)),
  ])
  return rows.map(({ outcome, version, version_at }) => ({
    outcome: outcome as SaveOutcome | null,
    version: version === null ? null : { id: (version as Buffer).toString('hex'), createdAt: Number(version_at) },
  }))
}

export async function saveAll(tx: Transaction, group: readonly Arrived[]): Promise<SaveOutcome[]> {
  const outcomes: SaveOutcome[] = []
  for (const run of runsOf(group)) outcomes.push(...(await saveRun(tx, run)))
  return outcomes
}

/** Parts in which no event decides about another one: no id and no address twice, and deletion requests alone. */
function* runsOf(group: readonly Arrived[]): Generator<Arrived[]> {
  let run: Arrived[] = []
  let names = new Set<string>()
  for (const arrived of group) {
    const own = namesOf(arrived.event)
    const isAlone = arrived.event.kind === deletionKind
    if (run.length > 0 && (isAlone || own.some(name => names.has(name)))) {
      yield run
      run = []
      names = new Set()
    }
    run.push(arrived)
    for (const name of own) names.add(name)
    if (!isAlone) continue
    yield run
    run = []
    names = new Set()
  }
  if (run.length > 0) yield run
}

function namesOf(event: NostrEvent): string[] {
  const identifier = versionIdentifier(event)
  return identifier === null ? [event.id] : [event.id, `${event.pubkey} ${event.kind} ${identifier}`]
}

async function saveRun(tx: Transaction, run: readonly Arrived[]): Promise<SaveOutcome[]> {
  const checked = await checkAll(tx, run)
  const outcomes = run.map(({ event }, at): SaveOutcome => {
    const { outcome = null, version = null } = checked[at] ?? {}
    return outcome ?? (version && isNewer(version, event) ? 'older' : 'stored')
  })
  const isStored = (_: unknown, at: number) => outcomes[at] === 'stored'
  await removeRows(
    tx,
    checked.filter(isStored).flatMap(({ version }) => version ?? []),
  )
  const stored = run.filter(isStored)
  await insertRows(tx, stored)
  for (const { event } of stored) {
    if (event.kind !== deletionKind) continue
    const nextTag = await deleteNamed(tx, event, 0)
    if (nextTag !== null) await noteUnfinished(tx, 'deletion', event.id, nextTag)
  }
  return outcomes
}

/** The later version wins; in the same second, the one with the lower id (NIP-01). */
function isNewer({ createdAt, id }: Key, event: NostrEvent): boolean {
  return createdAt === event.created_at ? id < event.id : createdAt > event.created_at
}
