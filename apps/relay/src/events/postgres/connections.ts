import { setTimeout as pause } from 'node:timers/promises'
import { isAwayCode } from '@hornets/server/database/postgres-away'
import type { Logger } from '@hornets/server/process/logger'
import pg from 'pg'
import { leaveToItsQuery, openSession, sessionSettings } from '../../database/postgres/session.ts'
import { EventStoreFull, EventStoreUnreachable, QueryTooCostly } from '../event-store.ts'

export interface Address {
  readonly url: string
  readonly schema: string
}

/** Throws if another machine has become the main one: for each connection that is to write. */
export type AssertMain = (client: pg.ClientBase) => Promise<void>

export type Row = Readonly<Record<string, unknown>>

/** The database ends no read earlier: a page takes only a moment, and what it costs is counted by who asks. */
const statementMillisMin = 500

/** int8, which holds Unix seconds and numbers of events here. */
const int8 = 20
pg.types.setTypeParser(int8, Number)

function settingsOf({ url, schema }: Address, more: pg.PoolConfig): pg.PoolConfig {
  return {
    ...sessionSettings(url, 'hornets'),
    // Plans for the values at hand: a general one does not know how many a list has. Short reads need no compiler.
    // Every order has an index: without statistics a sort of all matches would look cheaper.
    options: `-c search_path=${schema} -c jit=off -c enable_sort=off -c plan_cache_mode=force_custom_plan`,
    ...more,
  }
}

export interface ReadersOptions {
  /** Connections with a limit of time. */
  readonly readersMax: number
  /** Without one. */
  readonly jobsMax: number
  readonly queryMillisMax: number
  readonly log: Logger
}

export interface ReadOptions {
  readonly isLimited?: boolean
  readonly signal?: AbortSignal | undefined
  /** Many have this text: each connection plans it once. */
  readonly isUsual?: boolean | undefined
}

/** Each takes 20 KB for each part of the tables, by tag 40 KB, in each connection. */
const keptPlansMax = 32
/** One that is kept may be made while tables are empty, and must be good when they are full. */
const plans = ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'].map(name => `enable_${name}`)
const forKept = ['plan_cache_mode = force_generic_plan', ...plans.map(name => `${name} = off`)]
const forOne = ['plan_cache_mode = force_custom_plan', ...plans.map(name => `${name} = on`)]
const settingText = (settings: readonly string[]) => settings.map(setting => `SET ${setting}`).join('; ')

/** Connections for reading: with a limit of time, and for jobs without one. */
export class Readers {
  readonly #limited: pg.Pool
  readonly #jobs: pg.Pool
  readonly #kept = new Map<string, string>()
  readonly #forKept = new WeakSet<pg.PoolClient>()

  constructor(address: Address, { readersMax, jobsMax, queryMillisMax, log }: ReadersOptions) {
    const limit = Math.max(statementMillisMin, Math.ceil(queryMillisMax))
    this.#limited = new pg.Pool(settingsOf(address, { max: readersMax, statement_timeout: limit }))
    this.#jobs = new pg.Pool(settingsOf(address, { max: jobsMax }))
    for (const pool of [this.#limited, this.#jobs]) {
      pool.on('error', err => log.warn({ err }, 'lost a connection to the database of events'))
      // The pool hears only those that nobody uses; of the others, an unheard error would end the relay.
      pool.on('connect', client => client.on('error', leaveToItsQuery))
    }
  }

  /** Throws QueryTooCostly after the limit, and the signal's reason when stopped. */
  async read(
    text: string,
    values: readonly unknown[],
    { isLimited = true, signal, isUsual = false }: ReadOptions = {},
  ): Promise<readonly Row[]> {
    signal?.throwIfAborted()
    const pool = isLimited ? this.#limited : this.#jobs
    const client = await pool.connect().catch(error => {
      throw named(error)
    })
    let failure: Error | undefined
    const stop = signal && this.#stopper(client)
    try {
      signal?.throwIfAborted()
      if (stop) signal.addEventListener('abort', stop.begin)
      const name = isUsual ? this.#nameOf(text) : undefined
      await this.#prepare(client, name !== undefined)
      return (await client.query({ name, text, values: [...values] })).rows
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const because = named(error)
      if (because instanceof EventStoreUnreachable) failure = because
      throw because
    } finally {
      if (stop) signal.removeEventListener('abort', stop.begin)
      // Otherwise it could end the next query on this connection.
      await stop?.ended()
      client.release(failure)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#limited.end(), this.#jobs.end()])
  }

  /** Undefined if too many are kept. */
  #nameOf(text: string): string | undefined {
    const known = this.#kept.get(text)
    if (known !== undefined || this.#kept.size === keptPlansMax) return known
    const name = `usual ${this.#kept.size}`
    this.#kept.set(text, name)
    return name
  }

  async #prepare(client: pg.PoolClient, isKept: boolean): Promise<void> {
    if (this.#forKept.has(client) === isKept) return
    await client.query(settingText(isKept ? forKept : forOne))
    if (isKept) this.#forKept.add(client)
    else this.#forKept.delete(client)
  }

  #stopper(client: pg.PoolClient): { begin: () => void; ended: () => Promise<unknown> } {
    let ended: Promise<unknown> = Promise.resolve()
    const { processID } = client as unknown as { processID: number }
    const cancel = () => this.#jobs.query('SELECT pg_cancel_backend($1)', [processID])
    return {
      begin: () => {
        ended = cancel().catch(() => {})
      },
      ended: () => ended,
    }
  }
}

const retryMs = 250

/** The connection that writes: the only one of all relays on this database. */
export async function connectWriter(address: Address, waitMs: number): Promise<pg.Client> {
  const alone = { lock: `hornets ${address.schema}`, otherwise: 'another relay uses this database' }
  for (let waited = 0; ; waited += retryMs) {
    try {
      return await openSession(settingsOf(address, {}), alone)
    } catch (error) {
      if (waited >= waitMs) throw named(error)
    }
    await pause(retryMs)
  }
}

/** One more connection that reads. */
export function connectReader(address: Address): Promise<pg.Client> {
  return openSession(settingsOf(address, {})).catch(error => {
    throw named(error)
  })
}

const canceled = '57014'
const diskFull = '53100'

export function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof EventStoreUnreachable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === canceled) return new QueryTooCostly('the time of the query is over')
  if (code === diskFull) return new EventStoreFull('the disk of the database is full')
  // EPIPE looks like a code of SQL, but does not come from the database.
  const isOfDatabase = error instanceof pg.DatabaseError
  return !isOfDatabase || isAwayCode(code) ? new EventStoreUnreachable(error) : error
}
