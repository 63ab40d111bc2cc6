import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
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
import type { ReadAnswer, ReadRequest, ReadSettings } from './read-messages.ts'

/** Statements that wait at most; further ones fail, so that a slow disk cannot fill the memory. */
const waitingMax = 500

interface Waiting {
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

/**
 * Kysely over a thread that reads a SQLite file: statements that scan 100,000 rows leave the calling thread free. The
 * thread starts with the first statement, and again after it has failed. Each statement sees the latest commit.
 */
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
  readonly #settings: ReadSettings
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #calls = 0

  constructor(path: string) {
    this.#settings = { path }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async releaseConnection(): Promise<void> {}

  /** Rejects with SQLite's message, and if too many statements are waiting. */
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#waiting.size >= waitingMax) throw new Error('too many lists are being read')
    const call = ++this.#calls
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    this.#waiting.set(call, { resolve, reject })
    this.#worker ??= this.#start()
    this.#worker.ref()
    const request: ReadRequest = { call, sql, parameters: parameters as readonly SQLInputValue[] }
    this.#worker.postMessage(request)
    return { rows: (await promise) as Row[] }
  }

  streamQuery(): never {
    throw new Error('this thread sends whole answers')
  }

  async destroy(): Promise<void> {
    await this.#worker?.terminate()
    this.#fail(new Error('the database is closed'))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: this.#settings })
    worker.on('message', (answer: ReadAnswer) => {
      const waiting = this.#waiting.get(answer.call)
      this.#waiting.delete(answer.call)
      // Nobody waits: the thread alone keeps no process alive.
      if (this.#waiting.size === 0) worker.unref()
      if ('error' in answer) waiting?.reject(new Error(answer.error))
      else waiting?.resolve([...answer.rows])
    })
    worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(new Error('the reader of the database has ended')))
    return worker
  }

  #fail(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
