import type { SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { ReadRequest, ReadSettings } from './read-messages.ts'
import { WorkerCalls } from './worker-calls.ts'

/** Statements that scan 100,000 rows leave the calling thread free. Each sees the latest commit. */
export function readingThread<Tables>(path: string): Kysely<Tables> {
  const thread = new ReadThread(path)
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => thread,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

const readOnly = () => Promise.reject(new Error('this thread only reads'))

class ReadThread implements Driver, DatabaseConnection {
  readonly beginTransaction = readOnly
  readonly commitTransaction = readOnly
  readonly rollbackTransaction = readOnly
  readonly #calls: WorkerCalls

  constructor(path: string) {
    const settings: ReadSettings = { path }
    this.#calls = new WorkerCalls(new URL('./read-worker.ts', import.meta.url), settings)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async releaseConnection(): Promise<void> {}

  /** Rejects with SQLite's message, and if too many statements are waiting. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const request: ReadRequest = { sql, parameters: parameters as readonly SQLInputValue[] }
    return { rows: (await this.#calls.ask(request)) as Row[] }
  }

  streamQuery(): never {
    throw new Error('this thread sends whole answers')
  }

  destroy(): Promise<void> {
    return this.#calls.close()
  }
}
