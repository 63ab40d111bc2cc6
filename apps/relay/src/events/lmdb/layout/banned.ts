import type { BannedEvent, BannedEvents, BannedPage } from '../../event-store.ts'
import { fromHex } from './keys.ts'
import type { Table } from './tables.ts'

export const bannedValue = (ban: Omit<BannedEvent, 'id'>): string => JSON.stringify(ban)

export function readBanned(table: Table, { after, from, limit }: BannedPage): BannedEvents {
  const { entryCount } = table.getStats() as { readonly entryCount: number }
  const id = after ?? from
  const start = id === undefined ? undefined : fromHex(id)
  const range = table.getRange({ ...(start && { start, exclusiveStart: after !== undefined }), limit })
  const events = [...range].map(({ key, value }) => ({ id: Buffer.from(key).toString('hex'), ...detailsOf(value) }))
  return { events, count: entryCount }
}

function detailsOf(value: Uint8Array): Omit<BannedEvent, 'id'> {
  const unknown = { reason: '', at: null, by: null }
  return value.length === 0 ? unknown : { ...unknown, ...JSON.parse(Buffer.from(value).toString()) }
}
