import type { NostrEvent } from '@hornets/contract'
import { jsonIn, readHeader } from '../layout/event-value.ts'
import { numberIn, seqKey } from '../layout/keys.ts'
import type { Table, Tables } from '../layout/tables.ts'

/** Events between two looks at whether the answer is still wanted. */
const eventsPerLook = 10_000

/** LMDB has no checksums: each event must be found by its id, match its header and have its index entries. */
export function findDamage(tables: Tables, isWanted: () => boolean = () => true): string | null {
  tables.root.resetReadTxn()
  const { events, byTime, byKind, byAuthor, byTag, kinds } = tables
  let count = 0
  for (const { key, value } of events.getRange({ start: seqKey(0) })) {
    const seq = key.readUIntBE(0, 5)
    const damage = damageOfEvent(tables, seq, Buffer.from(value))
    if (damage !== null) return `event ${seq}: ${damage}`
    count += 1
    if (count > entriesOf(events)) return 'its pages lead in a circle'
    if (count % eventsPerLook === 0 && !isWanted()) throw new Error('nobody waits for the check any more')
  }
  for (const [name, index] of Object.entries({ byTime, byKind, byAuthor })) {
    const entries = walk(index)
    if (entries !== count) return `${name} has ${entries} entries for ${count} events`
  }
  walk(byTag)
  let counted = 0
  for (const { value } of kinds.getRange({ start: Buffer.from([0]) })) counted += numberIn(Buffer.from(value), 6)
  return counted === count ? null : `${counted} events are counted, and ${count} are there`
}

function damageOfEvent({ ids }: Tables, seq: number, value: Buffer): string | null {
  let event: NostrEvent
  try {
    event = JSON.parse(jsonIn(value, value.length))
  } catch {
    return 'its text is no JSON'
  }
  const { kind } = readHeader(value)
  if (event.kind !== kind) return 'its kind is another than noted'
  return numberIn(ids.getBinaryFast(Buffer.from(event.id, 'hex')), 5) === seq ? null : 'its id leads elsewhere'
}

/** No more than one above what the table says it has: damaged pages can lead in a circle. */
function walk(table: Table): number {
  let entries = 0
  for (const _ of table.getKeys({ start: Buffer.from([0]), limit: entriesOf(table) + 1 })) entries += 1
  return entries
}

const entriesOf = (table: Table) => (table.getStats() as { entryCount: number }).entryCount
