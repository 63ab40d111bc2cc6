import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { deletionKind, vanishKind } from '../../event-kinds.ts'
import { dropChanges } from '../journal/journal.ts'
import { openTables } from '../layout/tables.ts'
import { countHours } from './count-hours.ts'
import { liftBan } from './deletions.ts'
import type { ArrivedEvent } from './event-rows.ts'
import {
  beginVanishing,
  continueDeletion,
  continueVanishing,
  hold,
  type Removed,
  removeByAuthor,
  removeById,
  removeExpired,
  saveEvent,
} from './event-writer.ts'
import { RoomReserve } from './room-reserve.ts'
import { emptyTrash, restoreSome, trashSome } from './trash.ts'
import { unfinishedClearings, unfinishedDeletion, unfinishedVanishings } from './unfinished.ts'
import { type WriteTransaction, WriteTransactions } from './write-transaction.ts'
import {
  type GroupOutcome,
  noRoom,
  outcomes,
  type WriterAnswer,
  type WriterRequest,
  type WriterSettings,
} from './writer-messages.ts'

// So that neither commits nor a busy disk hold up the serving thread. Long removals run in batches.

type SaveRequest = Extract<WriterRequest, { type: 'save' }>

const droppedAtOnce = 5000
const restMsMax = 100
/** A full file is not tried again for each event. */
const fullMs = 5000

const port = parentPort
if (!port) throw new Error('the writer runs as a worker')
const tables = openTables(workerData as WriterSettings)
const transactions = new WriteTransactions(tables)
try {
  countHours(transactions)
} catch {
  // A full disk must not prevent a start. Until the next one events are read where hours would be added up.
}
const reserve = new RoomReserve(transactions, workerData as WriterSettings)

const running = new Set<Promise<void>>()
let isFinishing = false
let isClosing = false
/** Milliseconds; something removed ends it sooner. */
let fullUntil = 0

if (unfinishedDeletion(tables)) finishDeletions()
for (const pubkey of unfinishedVanishings(tables)) runAside(() => finishVanishing(pubkey))
for (const pubkey of unfinishedClearings(tables)) runAside(() => removeEventsOf(pubkey))

port.on('message', (request: WriterRequest) => {
  const serving = serve(request).finally(() => running.delete(serving))
  running.add(serving)
})

/** For work that nobody waits for. If it fails (a full disk), the next deletion or the next start continues it. */
function runAside(work: () => Promise<unknown>): void {
  const doing: Promise<void> = work().then(
    () => void running.delete(doing),
    () => void running.delete(doing),
  )
  running.add(doing)
}

async function serve(request: WriterRequest): Promise<void> {
  const { call } = request
  try {
    if (request.type === 'close') {
      isClosing = true
      await othersDone()
    }
    const result = await perform(request)
    answer({ call, result, ...last() })
    if (request.type === 'close') port?.close()
  } catch (error) {
    answer({ call, error: messageOf(error), isFull: isDiskFull(error) })
  }
}

async function othersDone(): Promise<void> {
  const own = 1
  do await setImmediate()
  while (running.size > own)
}

function perform(request: WriterRequest): readonly GroupOutcome[] | number | boolean | Promise<number | boolean> {
  switch (request.type) {
    case 'save':
      return saveGroup(request)
    case 'removeById':
      return withReserve(tx => removeById(tx, request.id, request.ban))
    case 'liftBan':
      return withReserve(tx => liftBan(tx.tables, request.id))
    case 'trash':
      return trash(request)
    case 'restore':
      return restore(request)
    case 'emptyTrash':
      return removeAll(tx => emptyTrash(tx, request.before), { continues: true })
    case 'hold':
      return withReserve(tx => hold(tx, request.id, request.state))
    case 'removeByAuthor':
      return removeEventsOf(request.pubkey)
    case 'vanish':
      return vanish(request)
    case 'removeExpired':
      return removeAll(tx => removeExpired(tx, request.now))
    case 'dropChanges':
      return inBatches(() => withReserve(() => dropChanges(tables, request.upTo, droppedAtOnce)), droppedAtOnce)
    case 'close':
      return tables.root.close().then(() => true)
  }
}

function saveGroup({ jsons, receivedAt, keptUntil, isHeld }: SaveRequest): readonly GroupOutcome[] {
  const factsOf = (at: number) => ({
    receivedAt: receivedAt[at] ?? 0,
    keptUntil: keptUntil[at] ?? 0,
    isHeld: isHeld[at] ?? false,
  })
  const arrived = jsons.map((json, at) => ({ json, event: JSON.parse(json), ...factsOf(at) }))
  const save = (tx: WriteTransaction, event: ArrivedEvent) => outcomes.indexOf(saveEvent(tx, event))
  const saveAlone = (event: ArrivedEvent) => {
    try {
      return frees(event) ? withReserve(tx => save(tx, event)) : transactions.transact(tx => save(tx, event))
    } catch (error) {
      return isDiskFull(error) ? noRoom : messageOf(error)
    }
  }
  const refuse = () => arrived.map(event => (frees(event) ? saveAlone(event) : noRoom))
  try {
    if (performance.now() < fullUntil) return refuse()
    reserve.take()
    return transactions.transact(tx => {
      const saved = arrived.map(event => save(tx, event))
      if (tx.turn.isOver) finishDeletions()
      return saved
    })
  } catch (error) {
    // One event that cannot be stored does not affect the rest of its group.
    if (!isDiskFull(error)) return arrived.map(saveAlone)
    fullUntil = performance.now() + fullMs
    // While there are pages for that: so far fewer than an event needs.
    keepRoomForDeleting()
    return refuse()
  }
}

function keepRoomForDeleting(): void {
  try {
    reserve.giveUp()
  } catch {
    // Deleting may still find room.
  }
}

const frees = ({ event: { kind } }: ArrivedEvent) => kind === deletionKind || kind === vanishKind

function withReserve<Result>(work: (tx: WriteTransaction) => Result): Result {
  for (;;) {
    try {
      const done = transactions.transact(work)
      fullUntil = 0
      return done
    } catch (error) {
      if (!isDiskFull(error) || !reserve.giveUp()) throw error
    }
  }
}

async function trash(request: Extract<WriterRequest, { type: 'trash' }>): Promise<number> {
  let moved = 0
  for (let from = 0; from < request.ids.length; ) {
    const { next, count } = withReserve(tx => trashSome(tx, request, from))
    moved += count
    from = next
    port?.postMessage(last() satisfies WriterAnswer)
    await setImmediate()
  }
  return moved
}

function restore({ job, max }: Extract<WriterRequest, { type: 'restore' }>): readonly GroupOutcome[] {
  const { restored, refused } = transactions.transact(tx => restoreSome(tx, job, max))
  if (unfinishedDeletion(tables)) finishDeletions()
  return [restored, refused]
}

async function vanish({ pubkey, until }: Extract<WriterRequest, { type: 'vanish' }>): Promise<number> {
  return withReserve(tx => beginVanishing(tx, pubkey, until)) ? finishVanishing(pubkey) : 0
}

function finishVanishing(pubkey: string): Promise<number> {
  return removeAll(tx => continueVanishing(tx, pubkey), { continues: true })
}

function removeEventsOf(pubkey: string): Promise<number> {
  return removeAll(tx => removeByAuthor(tx, pubkey), { continues: true })
}

async function removeAll(removeSome: (tx: WriteTransaction) => Removed, { continues = false } = {}): Promise<number> {
  for (let removed = 0; ; ) {
    const { count, isAll } = withReserve(removeSome)
    removed += count
    if (isAll || (continues && isClosing)) return removed
    port?.postMessage(last() satisfies WriterAnswer)
    await setImmediate()
  }
}

/** Work that earlier transactions left. It rests as long as it works, so that waiting requests are first. */
function finishDeletions(): void {
  if (isFinishing) return
  isFinishing = true
  runAside(async () => {
    try {
      for (let rest = 0; !isClosing; ) {
        await pause(rest)
        const begun = performance.now()
        if (!withReserve(continueDeletion)) break
        port?.postMessage(last() satisfies WriterAnswer)
        rest = Math.min(performance.now() - begun, restMsMax)
      }
    } finally {
      isFinishing = false
    }
  })
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

/** No space left on disk or in the map. LMDB calls a write that was cut short an I/O error. */
function isDiskFull(error: unknown): boolean {
  return /ENOSPC|No space left|MDB_MAP_FULL|File too large|Input\/output error|There is not enough space/i.test(
    messageOf(error),
  )
}
