import type { NostrEvent } from '@hornets/contract'
import { timeMax } from '../../event-name.ts'
import { headerBytes, jsonIn, readHeader, writeEventValue } from '../layout/event-value.ts'
import { fromHex } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'
import { trashedIn, trashedValue, trashKey } from '../layout/trashed.ts'
import type { RowShape } from './row-shape.ts'

export function trashShape({ trash, trashIds }: Tables): RowShape {
  const keyOf = ([job, seq]: readonly string[]) => trashKey(Number(job), Number(seq))
  return {
    table: trash,
    keyOf,
    rowOf(key, given) {
      const { at, held, value } = trashedIn(given)
      const { receivedAt, expiresAt, wasHeld } = readHeader(value)
      const json = jsonIn(value, value.length)
      const { id } = JSON.parse(json) as NostrEvent
      return {
        key: [`${key.readUIntBE(0, 5)}`, `${key.readUIntBE(5, 5)}`],
        values: [id, `${at}`, `${receivedAt}`, `${expiresAt}`, wasHeld ? '1' : '0', `${held}`],
        json,
      }
    },
    put(tx, { key, values: [id = '', at, receivedAt, expiresAt, wasHeld, held], json = '' }) {
      const { pubkey, kind, created_at } = JSON.parse(json) as NostrEvent
      const header = {
        receivedAt: Number(receivedAt),
        time: Math.min(created_at, timeMax),
        kind,
        author: tx.internAuthor(pubkey),
        expiresAt: Number(expiresAt),
        wasHeld: wasHeld === '1',
      }
      const value = Buffer.alloc(headerBytes + Buffer.byteLength(json))
      writeEventValue(value, header, json)
      const stored = keyOf(key)
      trash.putSync(stored, trashedValue({ at: Number(at), held: Number(held), value }))
      trashIds.putSync(fromHex(id), stored)
    },
    remove(_, key) {
      const stored = keyOf(key)
      const given = trash.getBinary(stored)
      if (!given) return
      const { value } = trashedIn(given)
      const { id } = JSON.parse(jsonIn(value, value.length)) as NostrEvent
      trash.removeSync(stored)
      if (trashIds.getBinary(fromHex(id))?.equals(stored)) trashIds.removeSync(fromHex(id))
    },
  }
}
