import { parentPort, workerData } from 'node:worker_threads'
import { noMargins } from '../event-batch.ts'
import { QueryTooCostly } from '../event-store.ts'
import { seqMax } from '../layout/position.ts'
import { openTables } from '../layout/tables.ts'
import { TextSearch } from '../text/text-search.ts'
import { CountAnswer, QueryAnswer } from './answer.ts'
import { Chunks } from './chunks.ts'
import type { ReaderAnswer, ReaderRequest, ReaderWorkerData } from './reader-messages.ts'
import { StoredEvents } from './stored-events.ts'
import { Work } from './work.ts'

// Reads on its own thread, several queries in turn: turns are short, so that a long query delays others by no more than
// one. Nothing stays open in the store between turns.

const stepsOfTurn = 8000
const sizeOfNames = { eventsMax: 5000, bytesMax: 256 * 1024 }

interface Reading {
  readonly call: number
  readonly answer: QueryAnswer | CountAnswer
  spentMillis: number
}

const settings = workerData as ReaderWorkerData
const port = parentPort
if (!port) throw new Error('the reader runs as a worker')

const tables = openTables(settings)
const events = new StoredEvents(tables)
const chunks = new Chunks(settings.memory)
const text = new TextSearch(settings.textPath, () => checkBudget())
const searchText = text.search.bind(text)
const readings = new Map<number, Reading>()
const turns: Reading[] = []
let isScheduled = false
let running: { reading: Reading; since: number } | undefined

port.on('message', (request: ReaderRequest) => {
  if (request.type === 'close') return void close()
  if (request.type === 'stop') return stop(request.call)
  try {
    const reading = request.type === 'more' ? readings.get(request.call) : open(request)
    if (!reading) return
    turns.push(reading)
    schedule()
  } catch (error) {
    fail(request.call, error)
  }
})

function open(request: Extract<ReaderRequest, { type: 'query' | 'count' }>): Reading {
  events.refresh()
  const { scope, now, filters, call } = request
  const isCounting = request.type === 'count'
  const { upTo, margins, isOfNames = false } = request.type === 'query' ? request : { upTo: null, margins: null }
  const options = { scope, now, upTo: upTo ?? seqMax, isCounting }
  const parts = { events, searchText }
  const batches = { margins: margins ?? noMargins, ...(margins && { chunks }), ...(isOfNames && { size: sizeOfNames }) }
  const answer = isCounting
    ? new CountAnswer(filters, parts, options)
    : new QueryAnswer(filters, parts, options, { ...batches, isOfNames })
  const reading = { call, answer, spentMillis: 0 }
  readings.set(call, reading)
  return reading
}

function stop(call: number): void {
  const reading = readings.get(call)
  readings.delete(call)
  if (reading?.answer instanceof QueryAnswer) reading.answer.drop()
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    const reading = turns.shift()
    if (reading && readings.has(reading.call)) takeTurn(reading)
    if (turns.length > 0) schedule()
  })
}

function takeTurn(reading: Reading): void {
  running = { reading, since: performance.now() }
  try {
    events.refresh()
    const step = reading.answer.fill(new Work(stepsOfTurn))
    checkBudget()
    reading.spentMillis += performance.now() - running.since
    if (step === 'paused') return void turns.push(reading)
    if (step === 'ended') readings.delete(reading.call)
    if (reading.answer instanceof CountAnswer) return void send({ call: reading.call, count: reading.answer.count })
    const { bytes, ends, chunk } = reading.answer.take()
    const done = step === 'ended'
    if (chunk !== null) send({ call: reading.call, batch: { chunk, length: bytes.length, ends }, done })
    else send({ call: reading.call, batch: { bytes, ends }, done }, [bytes.buffer as ArrayBuffer])
  } catch (error) {
    stop(reading.call)
    fail(reading.call, error)
  } finally {
    running = undefined
  }
}

function checkBudget(): void {
  if (!running) return
  const spent = running.reading.spentMillis + performance.now() - running.since
  if (spent > settings.budgetMillis) throw new QueryTooCostly(`the query took more than ${settings.budgetMillis} ms`)
}

function fail(call: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  send({ call, error: error instanceof QueryTooCostly ? 'costly' : 'failed', message })
}

function send(answer: ReaderAnswer, transferred: ArrayBuffer[] = []): void {
  port?.postMessage(answer, transferred)
}

async function close(): Promise<void> {
  readings.clear()
  text.close()
  await tables.root.close()
  port?.close()
}
