import type { StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { openSqlite } from '@hornets/server/database/sqlite'
import { answerCalls } from './answer-calls.ts'
import type { ReadRequest, ReadSettings } from './read-messages.ts'

const statementsKept = 64

const database = openSqlite((workerData as ReadSettings).path, { readOnly: true })
const statements = new Map<string, StatementSync>()

answerCalls(({ sql, parameters }: ReadRequest) => prepared(sql).all(...parameters))

function prepared(sql: string): StatementSync {
  const kept = statements.get(sql)
  if (kept) return kept
  if (statements.size >= statementsKept) statements.clear()
  const statement = database.prepare(sql)
  statements.set(sql, statement)
  return statement
}
