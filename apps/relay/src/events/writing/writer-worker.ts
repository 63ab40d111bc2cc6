import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { dropChanges } from '../journal/journal.ts'
import { openTables } from '../layout/tables.ts'
import { removeByAuthor, removeById, removeExpired, saveEvent, vanish } from './event-writer.ts'
import { WriteTransactions } from './write-transaction.ts'
import {
  type GroupOutcome,
  outcomes,
  type WriterAnswer,
  type WriterRequest,
  type WriterSettings,
} from './writer-messages.ts'

// Writes on its own thread, one request at a time, so that neither commits nor a busy disk hold up the serving thread.
// Long removals run in batches, with other requests in between.

type SaveRequest = Extract<WriterRequest, { type: 'save' }>

const removedAtOnce = 100
const droppedAtOnce = 5000

const port = parentPort
if (!port) throw new Error('the writer runs as a worker')
const tables = openTables(workerData as WriterSettings)
const transactions = new WriteTransactions(tables)

const running = new Set<Promise<void>>()

port.on('message', (request: WriterRequest) => {
  const serving = serve(request).finally(() => running.delete(serving))
  running.add(serving)
})

async function serve(request: WriterRequest): Promise<void> {
  const { call } = request
  try {
    if (request.type === 'close') await othersDone()
    const result = await perform(request)
    answer({ call, result, ...last() })
    if (request.type === 'close') port?.close()
  } catch (error) {
    answer({ call, error: messageOf(error), isFull: isDiskFull(error) })
  }
}

/** When closing, long removals end after the current batch. */
async function othersDone(): Promise<void> {
  const own = 1
  while (running.size > own) await setImmediate()
}

function perform(request: WriterRequest): readonly GroupOutcome[] | number | boolean | Promise<number | boolean> {
  switch (request.type) {
    case 'save':
      return saveGroup(request)
    case 'removeById':
      return transactions.transact(tx => removeById(tx, request.id, request.isBanned))
    case 'removeByAuthor':
      return inBatches(
        () => transactions.transact(tx => removeByAuthor(tx, request.pubkey, removedAtOnce)),
        removedAtOnce,
      )
    case 'vanish':
      return inBatches(
        () => transactions.transact(tx => vanish(tx, request.pubkey, request.until, removedAtOnce)),
        removedAtOnce,
      )
    case 'removeExpired':
      return inBatches(() => transactions.transact(tx => removeExpired(tx, request.now, removedAtOnce)), removedAtOnce)
    case 'dropChanges':
      return inBatches(
        () => transactions.transact(() => dropChanges(tables, request.upTo, droppedAtOnce)),
        droppedAtOnce,
      )
    case 'close':
      return tables.root.close().then(() => true)
  }
}

function saveGroup({ jsons, receivedAt, keptUntil }: SaveRequest): readonly GroupOutcome[] {
  const timesOf = (at: number) => ({ receivedAt: receivedAt[at] ?? 0, keptUntil: keptUntil[at] ?? 0 })
  const arrived = jsons.map((json, at) => ({ json, event: JSON.parse(json), ...timesOf(at) }))
  try {
    return transactions.transact(tx => arrived.map(event => outcomes.indexOf(saveEvent(tx, event))))
  } catch (error) {
    if (isDiskFull(error) || arrived.length === 1) throw error
    // One event that cannot be stored does not affect the rest of its group.
    return arrived.map(event => {
      try {
        return transactions.transact(tx => outcomes.indexOf(saveEvent(tx, event)))
      } catch (error) {
        return messageOf(error)
      }
    })
  }
}

async function inBatches(removeSome: () => number, max: number): Promise<number> {
  for (let removed = 0; ; ) {
    const batch = removeSome()
    removed += batch
    if (batch < max) return removed
    await setImmediate()
  }
}

function last() {
  return { lastSeq: transactions.last.seq, lastChange: transactions.last.change }
}

function answer(message: WriterAnswer): void {
  port?.postMessage(message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** No space left on disk or in the map. */
function isDiskFull(error: unknown): boolean {
  return /ENOSPC|No space left|MDB_MAP_FULL|There is not enough space/i.test(messageOf(error))
}
