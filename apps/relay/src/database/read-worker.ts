import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from '@hornets/server/database/sqlite'
import type { ReadAnswer, ReadRequest, ReadSettings } from './read-messages.ts'

// Runs read-only statements one after the other.

const statementsKept = 64

const port = parentPort
if (!port) throw new Error('the reader of the database runs as a worker')
const database = openSqlite((workerData as ReadSettings).path, { readOnly: true })
const statements = new Map<string, StatementSync>()

port.on('message', ({ call, sql, parameters }: ReadRequest) => {
  try {
    answer({ call, rows: prepared(sql).all(...parameters) })
  } catch (error) {
    answer({ call, error: error instanceof Error ? error.message : String(error) })
  }
})

function prepared(sql: string): StatementSync {
  const kept = statements.get(sql)
  if (kept) return kept
  if (statements.size >= statementsKept) statements.clear()
  const statement = database.prepare(sql)
  statements.set(sql, statement)
  return statement
}

function answer(message: ReadAnswer): void {
  port?.postMessage(message)
}
