import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import type { Filter } from '../../apps/relay/src/events/filter.ts'
import { openTables } from '../../apps/relay/src/events/layout/tables.ts'
import { readAll } from '../../apps/relay/src/events/read-scope.ts'
import { QueryAnswer } from '../../apps/relay/src/events/reading/answer.ts'
import { StoredEvents } from '../../apps/relay/src/events/reading/stored-events.ts'
import { Work } from '../../apps/relay/src/events/reading/work.ts'
import { saveEvent } from '../../apps/relay/src/events/writing/event-writer.ts'
import { WriteTransactions } from '../../apps/relay/src/events/writing/write-transaction.ts'
import type { Engine } from './engine.ts'

export function lmdbEngine(folder: string): Engine {
  const path = join(folder, 'events.lmdb')
  const tables = openTables({ path, isDurable: false })
  const transactions = new WriteTransactions(tables)
  const events = new StoredEvents(tables)
  const ask = (filter: Filter) => {
    events.refresh()
    const options = { scope: readAll, upTo: 2 ** 40, now: 0, isCounting: false }
    const answer = new QueryAnswer([filter], { events }, options)
    let bytes = 0
    for (let step = answer.fill(new Work(1e9)); ; step = answer.fill(new Work(1e9))) {
      bytes += answer.take().bytes.length
      if (step === 'ended') return bytes
    }
  }
  return {
    name: 'LMDB',
    store: group =>
      transactions.transact(tx => {
        for (const event of group)
          saveEvent(tx, { event, json: JSON.stringify(event satisfies NostrEvent), receivedAt: 0, keptUntil: 0 })
      }),
    settle: () => {},
    byId: id => ask({ ids: [id] }),
    byAuthor: (author, limit) => ask({ authors: [author], limit }),
    byTag: (letter, value, limit) => ask({ tags: [[letter, [value]]], limit }),
    byKind: (kind, until, limit) => ask({ kinds: [kind], until, limit }),
    feed: (authors, kinds, limit) => ask({ authors, kinds, limit }),
    bytes: () => statSync(path).size,
    close: () => tables.root.close(),
  }
}
