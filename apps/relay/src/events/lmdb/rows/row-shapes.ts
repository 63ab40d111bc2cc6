import type { NostrEvent } from '@hornets/contract'
import type { EngineRow, RowTable } from '../../engines/engine-rows.ts'
import { bannedValue } from '../layout/banned.ts'
import { jsonIn, readHeader } from '../layout/event-value.ts'
import { addressKey, bigEndian, fromHex, seqKey } from '../layout/keys.ts'
import type { Table, Tables } from '../layout/tables.ts'
import { deletedIdKey } from '../writing/deletions.ts'
import { deleteRow, findRow, insertRow, readRow, seqOf } from '../writing/event-rows.ts'
import { unfinishedKinds } from '../writing/unfinished.ts'
import type { AuthorKeys } from './author-keys.ts'
import type { RowShape } from './row-shape.ts'
import { trashShape } from './trash-shape.ts'

type Shape = (tables: Tables, authors: AuthorKeys) => RowShape

export const rowShapes: Readonly<Record<RowTable, Shape>> = {
  events: eventShape,
  held: heldShape,
  trash: trashShape,
  banned: bannedShape,
  deleted_ids: deletedIdShape,
  deleted_addresses: deletedAddressShape,
  vanished: vanishedShape,
  unfinished: unfinishedShape,
  changes: changeShape,
}

const seqIn = ([seq]: EngineRow['key']) => Number(seq)

function eventShape({ events }: Tables): RowShape {
  return {
    table: events,
    rowOf(key, value) {
      const json = jsonIn(value, value.length)
      const { receivedAt, expiresAt, wasHeld } = readHeader(value)
      const { id } = JSON.parse(json) as NostrEvent
      const values = [id, `${receivedAt}`, `${expiresAt}`, wasHeld ? '1' : '0']
      return { key: [`${key.readUIntBE(0, 5)}`], values, json }
    },
    keyOf: key => seqKey(seqIn(key)),
    put(tx, { key, values: [, receivedAt, expiresAt, wasHeld], json = '' }) {
      const seq = seqIn(key)
      const [kept, event] = [Number(expiresAt), JSON.parse(json) as NostrEvent]
      const before = findRow(tx.tables, event.id)
      if (before) deleteRow(tx, before)
      if (tx.useSeq(seq) !== seq) throw new Error('the embedded store has other events than this relay')
      insertRow(tx, seq, { event, json, receivedAt: Number(receivedAt), keptUntil: kept, isHeld: wasHeld === '1' })
    },
    remove(tx, key) {
      const row = readRow(tx.tables, seqIn(key))
      if (row) deleteRow(tx, row)
    },
  }
}

interface Plain {
  readonly table: Table
  readonly rowOf: RowShape['rowOf']
  readonly keyOf: (key: EngineRow['key']) => Buffer | undefined
  readonly valueFor: (values: EngineRow['values']) => Uint8Array
}

function plain({ table, rowOf, keyOf, valueFor }: Plain): RowShape {
  const keyed = (key: EngineRow['key']) => {
    const stored = keyOf(key)
    if (!stored) throw new Error(`nothing in the embedded store belongs to ${key.join(' ')}`)
    return stored
  }
  return {
    table,
    rowOf,
    keyOf,
    put: (_, { key, values }) => table.putSync(keyed(key), valueFor(values)),
    remove: (_, key) => table.removeSync(keyed(key)),
  }
}

function heldShape({ held }: Tables): RowShape {
  return plain({
    table: held,
    rowOf: (key, value) => ({ key: [`${key.readUIntBE(0, 5)}`], values: [`${value[0]}`] }),
    keyOf: key => seqKey(seqIn(key)),
    valueFor: ([state]) => Uint8Array.of(Number(state)),
  })
}

function bannedShape({ bannedIds }: Tables): RowShape {
  return plain({
    table: bannedIds,
    rowOf(key, value) {
      const { reason, at, by } = value.length === 0 ? { reason: '', at: 0 } : JSON.parse(value.toString())
      // PostgreSQL stores no zero characters.
      return { key: [key.toString('hex')], values: [String(reason).replaceAll('\0', ''), `${at}`, by ?? ''] }
    },
    keyOf: ([id = '']) => fromHex(id),
    valueFor: ([reason = '', at, by]) =>
      Buffer.from(at === '0' ? '' : bannedValue({ reason, at: Number(at), by: by || null })),
  })
}

function deletedIdShape(tables: Tables, authors: AuthorKeys): RowShape {
  const keyed = (id: string, author: number) => deletedIdKey(fromHex(id), author)
  const shape = plain({
    table: tables.deletedIds,
    rowOf: key => ({ key: [key.toString('hex', 0, 32), authors.keyOf(key.readUInt32BE(32))], values: [] }),
    keyOf([id = '', pubkey = '']) {
      const author = authors.numberOf(pubkey)
      return author === 0 ? undefined : keyed(id, author)
    },
    valueFor: () => new Uint8Array(0),
  })
  return {
    ...shape,
    put: (tx, { key: [id = '', pubkey = ''] }) =>
      tables.deletedIds.putSync(keyed(id, tx.internAuthor(pubkey)), new Uint8Array(0)),
  }
}

function deletedAddressShape(tables: Tables, authors: AuthorKeys): RowShape {
  const valueFor = (until: string | undefined) => bigEndian(Number(until), 6)
  const keyed = (author: number, kind: string, identifier: string) =>
    addressKey(author, Number(kind), fromHex(identifier))
  const shape = plain({
    table: tables.deletedAddresses,
    rowOf: (key, value) => ({
      key: [authors.keyOf(key.readUInt32BE(0)), `${key.readUInt16BE(4)}`, key.toString('hex', 6)],
      values: [`${value.readUIntBE(0, 6)}`],
    }),
    keyOf([pubkey = '', kind = '', identifier = '']) {
      const author = authors.numberOf(pubkey)
      return author === 0 ? undefined : keyed(author, kind, identifier)
    },
    valueFor: ([until]) => valueFor(until),
  })
  return {
    ...shape,
    put: (tx, { key: [pubkey = '', kind = '', identifier = ''], values: [until] }) =>
      tables.deletedAddresses.putSync(keyed(tx.internAuthor(pubkey), kind, identifier), valueFor(until)),
  }
}

function vanishedShape({ vanished }: Tables): RowShape {
  return plain({
    table: vanished,
    rowOf: (key, value) => ({ key: [key.toString('hex')], values: [`${value.readUIntBE(0, 6)}`] }),
    keyOf: ([pubkey = '']) => fromHex(pubkey),
    valueFor: ([until]) => bigEndian(Number(until), 6),
  })
}

function unfinishedShape(tables: Tables): RowShape {
  const { events, unfinished } = tables
  return plain({
    table: unfinished,
    rowOf(key, value) {
      const what = unfinishedKinds[key.readUInt8(0) - 1] ?? ''
      if (what !== 'deletion') return { key: [what, key.toString('hex', 1)], values: ['0'] }
      const request = events.getBinary(key.subarray(1))
      const { id } = JSON.parse(request ? jsonIn(Buffer.from(request), request.length) : '{"id":""}') as NostrEvent
      return { key: [what, id], values: [`${value.readUInt32BE(0)}`] }
    },
    keyOf([what = '', key = '']) {
      const first = Uint8Array.of(unfinishedKinds.indexOf(what) + 1)
      if (what !== 'deletion') return Buffer.concat([first, fromHex(key)])
      const seq = seqOf(tables, key)
      return seq === 0 ? undefined : Buffer.concat([first, seqKey(seq)])
    },
    // Only deletions go on at a tag.
    valueFor: ([next]) => (next === '0' ? Buffer.alloc(0) : bigEndian(Number(next), 4)),
  })
}

function changeShape({ journal }: Tables): RowShape {
  return plain({
    table: journal,
    rowOf: (key, value) => ({ key: [`${key.readUIntBE(0, 6)}`], values: [value.toString()] }),
    keyOf: ([number]) => bigEndian(Number(number), 6),
    valueFor: ([change = '']) => Buffer.from(change),
  })
}
