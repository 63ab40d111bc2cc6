import { parentPort, workerData } from 'node:worker_threads'
import { noMargins } from '../../event-batch.ts'
import { QueryTooCostly, type ReadTime } from '../../event-store.ts'
import { seqMax } from '../layout/position.ts'
import { openTables } from '../layout/tables.ts'
import { TextSearch } from '../text/text-search.ts'
import { CountAnswer, MeasureAnswer, QueryAnswer } from './answer.ts'
import { Chunks } from './chunks.ts'
import type { ReaderAnswer, ReaderRequest, ReaderWorkerData } from './reader-messages.ts'
import { StoredEvents } from './stored-events.ts'
import { Work } from './work.ts'

// Several queries in turn: a long one delays others by no more than a turn. Nothing stays open between turns.

const stepsOfTurn = 8000
const sizeOfNames = { eventsMax: 5000, bytesMax: 256 * 1024 }

interface Reading {
  readonly call: number
  readonly answer: QueryAnswer | CountAnswer | MeasureAnswer
  readonly time: ReadTime
  spentMillis: number
  isOver: boolean
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

function open(request: Extract<ReaderRequest, { type: 'query' | 'count' | 'measure' }>): Reading {
  events.refresh()
  const { scope, now, filters, call } = request
  const isCounting = request.type === 'count'
  const { upTo, margins, isOfNames = false } = request.type === 'query' ? request : { upTo: null, margins: null }
  const options = { scope, now, upTo: upTo ?? seqMax, isCounting }
  const parts = { events, searchText }
  const batches = { margins: margins ?? noMargins, ...(margins && { chunks }), ...(isOfNames && { size: sizeOfNames }) }
  const answerTo = () => {
    if (request.type === 'measure') return new MeasureAnswer(filters, parts, options)
    if (request.type === 'count') return new CountAnswer(filters, parts, options)
    return new QueryAnswer(filters, parts, options, { ...batches, isOfNames })
  }
  const answer = answerTo()
  const time = (request.type === 'query' ? request.time : undefined) ?? 'limited'
  const reading = { call, answer, time, spentMillis: 0, isOver: false }
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
    const isLate = isOverBudget()
    reading.spentMillis += performance.now() - running.since
    if (isLate && !givesFound(reading)) throw tooCostly()
    if (step === 'paused' && !isLate) return void turns.push(reading)
    if (step === 'ended') readings.delete(reading.call)
    give(reading, step === 'ended')
  } catch (error) {
    stop(reading.call)
    fail(reading.call, error)
  } finally {
    running = undefined
  }
}

function give({ call, answer }: Reading, done: boolean): void {
  if (answer instanceof CountAnswer) send({ call, count: answer.count })
  else if (answer instanceof MeasureAnswer) {
    readings.delete(call)
    send({ call, ...answer.measured, isAll: done })
  } else {
    const { bytes, ends, chunk } = answer.take()
    if (chunk !== null) send({ call, batch: { chunk, length: bytes.length, ends }, done })
    else send({ call, batch: { bytes, ends }, done }, [bytes.buffer as ArrayBuffer])
  }
}

function givesFound(reading: Reading): boolean {
  if (reading.answer instanceof MeasureAnswer) return true
  if (!(reading.answer instanceof QueryAnswer) || reading.time !== 'given' || reading.isOver) return false
  reading.isOver = true
  return reading.answer.hasFound
}

function isOverBudget(): boolean {
  if (!running || running.reading.time === 'unlimited') return false
  return running.reading.spentMillis + performance.now() - running.since > settings.budgetMillis
}

function checkBudget(): void {
  if (isOverBudget()) throw tooCostly()
}

function tooCostly(): QueryTooCostly {
  return new QueryTooCostly(`the query took more than ${settings.budgetMillis} ms`)
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
