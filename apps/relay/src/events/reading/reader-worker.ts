import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '@hornets/server/sqlite'
import { EventBatch } from '../event-batch.ts'
import { QueryTooCostly } from '../event-store.ts'
import { Budget } from './budget.ts'
import type { Found } from './filter-reading.ts'
import { readQuery } from './query-reading.ts'
import { ReadStatements } from './read-statements.ts'
import type { ReaderAnswer, ReaderRequest, ReaderSettings } from './reader-messages.ts'

// Reads on a connection and a thread of its own, several queries in turn: each gets a slice, so that a long one delays
// the others by no more than that. Between chunks nothing is held open in the database.

const sliceMillis = 5
const chunkEvents = 250
const chunkCharacters = 256 * 1024

interface Reading {
  readonly call: number
  readonly rows: Generator<Found | null>
  readonly budget: Budget
  /** Null while counting. */
  chunk: string[] | null
  characters: number
  count: number
}

const settings = workerData as ReaderSettings
const port = parentPort
if (!port) throw new Error('the reader runs as a worker')

const database = openSqlite(settings.path, { readOnly: true })
let running: Budget | undefined
database.function('within_budget', { deterministic: false }, () => {
  running?.check()
  return 1
})
const read = new ReadStatements(database)
const readings = new Map<number, Reading>()
const turns: Reading[] = []
let scheduled = false

port.on('message', (request: ReaderRequest) => {
  if (request.type === 'stop') {
    readings.delete(request.call)
    return
  }
  const reading = request.type === 'more' ? readings.get(request.call) : open(request)
  if (!reading) return
  turns.push(reading)
  schedule()
})

function open(request: Extract<ReaderRequest, { type: 'query' | 'count' }>): Reading {
  const counting = request.type === 'count'
  const budget = new Budget(settings.budgetMillis)
  const upTo = (counting ? null : request.upTo) ?? Number.MAX_SAFE_INTEGER
  const rows = readQuery(request.filters, read, { scope: request.scope, upTo, now: request.now, counting, budget })
  const reading = { call: request.call, rows, budget, chunk: counting ? null : [], characters: 0, count: 0 }
  readings.set(request.call, reading)
  return reading
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(() => {
    scheduled = false
    const reading = turns.shift()
    if (reading && readings.has(reading.call)) takeTurn(reading)
    if (turns.length > 0) schedule()
  })
}

function takeTurn(reading: Reading): void {
  running = reading.budget
  try {
    const answer = reading.budget.spend(() => readOn(reading))
    if (answer) send(answer)
    else turns.push(reading)
  } catch (error) {
    readings.delete(reading.call)
    const message = error instanceof Error ? error.message : String(error)
    send({ call: reading.call, error: error instanceof QueryTooCostly ? 'costly' : 'failed', message })
  } finally {
    running = undefined
  }
}

/** Null when the slice was over before there was anything to say. */
function readOn(reading: Reading): ReaderAnswer | null {
  for (let next = reading.rows.next(); !next.done; next = reading.rows.next()) {
    const row = next.value
    if (row !== null) {
      if (reading.chunk === null) reading.count += 1
      else {
        reading.chunk.push(row.json)
        reading.characters += row.json.length
        if (reading.chunk.length >= chunkEvents || reading.characters >= chunkCharacters)
          return takeChunk(reading, false)
      }
    }
    if (reading.budget.sliceMillis > sliceMillis) return null
  }
  readings.delete(reading.call)
  return reading.chunk === null ? { call: reading.call, count: reading.count } : takeChunk(reading, true)
}

function takeChunk(reading: Reading, done: boolean): ReaderAnswer {
  const { bytes, ends } = EventBatch.of(reading.chunk ?? [])
  reading.chunk = []
  reading.characters = 0
  return { call: reading.call, bytes, ends, done }
}

function send(answer: ReaderAnswer): void {
  port?.postMessage(
    answer,
    'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer, answer.ends.buffer as ArrayBuffer] : [],
  )
}
