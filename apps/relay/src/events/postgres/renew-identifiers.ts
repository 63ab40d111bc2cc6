import type { NostrEvent } from '@hornets/contract'
import type { ClientBase } from 'pg'
import { deletionKind } from '../event-kinds.ts'
import { noteDeletedAddresses } from './deletions.ts'
import { noteVersions } from './rows.ts'
import { Transaction } from './transaction.ts'

const eventsAtOnce = 500

/**
 * The first databases had another hash of identifiers than the embedded engine, so that no deletion could move. Once,
 * in one transaction that also makes `mark`, which newer databases have.
 */
export async function renewIdentifiers(client: ClientBase, mark: string): Promise<void> {
  await client.query(`BEGIN; ${mark} DELETE FROM addresses; DELETE FROM deleted_addresses`)
  try {
    const tx = new Transaction(client, { seq: 0, change: 0 })
    const text = `SELECT seq, json FROM events WHERE seq > $1
      AND (kind IN (0, 3, ${deletionKind}) OR kind BETWEEN 10000 AND 19999 OR kind BETWEEN 30000 AND 39999)
      ORDER BY seq LIMIT ${eventsAtOnce}`
    for (let after = 0; ; ) {
      const rows = await tx.query(text, [after])
      const events = rows.map(({ json }) => JSON.parse(String(json)) as NostrEvent)
      await noteVersions(tx, events)
      for (const event of events) if (event.kind === deletionKind) await noteDeletedAddresses(tx, event)
      if (rows.length < eventsAtOnce) break
      after = Number(rows.at(-1)?.seq)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
