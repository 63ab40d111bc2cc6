import { setTimeout as pause } from 'node:timers/promises'
import { isAwayCode } from '@hornets/server/database/postgres-away'
import { DatabaseAway } from '@hornets/server/database/when-free'
import type { Logger } from '@hornets/server/process/logger'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { AdminPlace } from '../admin-place.ts'
import { schema } from './schema.ts'
import { leaveToItsQuery, openSession, sessionSettings } from './session.ts'

const statementMs = 30_000
/** The driver's own limit, for a network that says nothing. */
const silentMs = 40_000
const lockMs = 2000
const readersMax = 8
const takeOverMs = 10_000
const retryMs = 250

const { INT8, NUMERIC, BOOL } = pg.types.builtins
/** As SQLite answers: a sum is a number, and a comparison 0 or 1. */
const parsers = new Map<number, (text: string) => number>([
  [INT8, Number],
  [NUMERIC, Number],
  [BOOL, text => Number(text === 't')],
])
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    parsers.get(type) ?? pg.types.getTypeParser(type, format as 'text'),
} as pg.CustomTypesConfig

interface Limits {
  readonly isReadOnly?: boolean
  /** Copies all tables. */
  readonly isLong?: boolean
}

function settingsOf(url: string, { isReadOnly = false, isLong = false }: Limits): pg.PoolConfig {
  const options = [`search_path=${schema}`, 'jit=off', `lock_timeout=${lockMs}`, ...(isReadOnly ? [readOnly] : [])]
  return {
    ...sessionSettings(url, 'hornets accounts'),
    ...(!isLong && { statement_timeout: statementMs, query_timeout: silentMs }),
    types,
    options: options.map(option => `-c ${option}`).join(' '),
  }
}
const readOnly = 'default_transaction_read_only=on'

/** What commands write beside a running relay waits for it, and it for them: as with SQLite's file. */
export const beginInTurn = `BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('${schema} writes', 0))`

const alone = { lock: schema, otherwise: 'another relay uses these accounts' }

function connect(url: string, limits: Limits, isAlone = false): Promise<pg.Client> {
  return openSession(settingsOf(url, limits), isAlone ? alone : undefined).catch(error => {
    throw named(error)
  })
}

/** For one work on all tables. It ends with the work. `isAlone`: throws while a relay uses them. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  isAlone = false,
) {
  const client = await connect(url, { isLong: true }, isAlone)
  try {
    return await work(client)
  } catch (error) {
    throw named(error)
  } finally {
    await client.end().catch(() => {})
  }
}

interface WriterOptions {
  /** No other relay can have it. */
  readonly isAlone: boolean
  readonly assertMain: AdminPlace['assertMain']
}

/** The one connection that writes. Connects again when it was lost. */
export class Writer implements PostgresPool {
  readonly options = {}
  readonly #url: string
  readonly #who: WriterOptions
  #open: { client: pg.Client; asked: PostgresPoolClient } | undefined

  constructor(url: string, who: WriterOptions) {
    this.#url = url
    this.#who = who
  }

  async connect(): Promise<PostgresPoolClient> {
    this.#open ??= await this.#connect()
    return this.#open.asked
  }

  /** At a start: a relay that was killed can still be connected. */
  async begin(): Promise<void> {
    for (const until = performance.now() + takeOverMs; ; await pause(retryMs))
      try {
        await this.connect()
        return
      } catch (error) {
        if (!(error instanceof DatabaseAway) || performance.now() > until) throw error
      }
  }

  async end(): Promise<void> {
    const { client } = this.#open ?? {}
    this.#open = undefined
    await client?.end().catch(() => {})
  }

  async #connect() {
    const { isAlone, assertMain } = this.#who
    const client = await connect(this.#url, {}, isAlone)
    const drop = () => {
      if (this.#open?.client === client) this.#open = undefined
      void client.end().catch(() => {})
    }
    await assertMain?.(client).catch(error => {
      drop()
      throw error
    })
    client.once('end', drop)
    return { client, asked: askedThrough(client, isLost => isLost && drop()) }
  }
}

/** Connections that read, as many as are needed. */
export class Readers implements PostgresPool {
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #asked = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  constructor(url: string, log: Logger) {
    this.#pool = new pg.Pool({ ...settingsOf(url, { isReadOnly: true }), max: readersMax })
    this.#pool.on('error', err => log.warn({ err }, 'lost a connection to the database of accounts'))
    // The pool hears only those that nobody uses; of the others, an unheard error would end the relay.
    this.#pool.on('connect', client => client.on('error', leaveToItsQuery))
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch(error => {
      throw named(error)
    })
    const known = this.#asked.get(client) ?? askedThrough(client, isLost => client.release(isLost))
    this.#asked.set(client, known)
    return known
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** `release` is told whether the connection is of no use any more. */
function askedThrough(client: pg.ClientBase, release: (isLost: boolean) => void): PostgresPoolClient {
  let isLost = false
  const ask = async (text: string, values: readonly unknown[] = []) => {
    try {
      // Only without values can a text be two statements.
      if (text === 'begin') return [await client.query(beginInTurn)].flat().at(-1)
      return await client.query(text, values.map(sentAs))
    } catch (error) {
      const because = named(error)
      const isWaitOver = waitOver.test(codeOf(error))
      if (because instanceof DatabaseAway && !isWaitOver) isLost = true
      // Its first half has begun one.
      if (text === 'begin' && isWaitOver) await client.query('ROLLBACK')
      throw because
    }
  }
  return { query: ask, release: (isUnfit: boolean) => release(isLost || isUnfit) } as unknown as PostgresPoolClient
}

/** PostgreSQL has no NUL in texts, and no endless whole numbers. */
function sentAs(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (value === Number.POSITIVE_INFINITY) return '9223372036854775807'
  if (value === Number.NEGATIVE_INFINITY) return '-9223372036854775808'
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

const waitOver = /^(55P03|57014)$/

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError && error.code) || ''

function named(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error
  const code = codeOf(error)
  // Without one it comes from the network or the driver.
  return code && !isAwayCode(code) && !waitOver.test(code) ? error : new DatabaseAway(error.message, { cause: error })
}
