import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseAway } from '@hornets/server/database/when-free'
import type { Logger } from '@hornets/server/process/logger'
import type { Client, ClientBase } from 'pg'
import { takeLock } from '../session.ts'
import { connect } from './session.ts'
import { endEarlierSessions, makeEpoch, nameSession, readEpochAs, schema } from './sql.ts'

const beatMs = 1000
const retryMs = 250
/** A main process without its lock for so long has no database, or another one has. It starts again and waits. */
const withoutLockMsMax = 20_000
/** So long another session holds the lock before that means that another process has it. */
const lockedMsMax = 5000

export interface MainLockOptions {
  readonly url: string
  readonly eventsUrl: string
  readonly log: Logger
  /** This process must not write any more: it ends. */
  readonly onLost: (reason: string) => void
}

/** What makes this the main process: a lock, and a number that each later main process raises. */
export class MainLock {
  readonly epoch: number
  readonly #options: MainLockOptions
  #client: Client | undefined
  #pid = 0
  #heldAt = performance.now()
  #connecting: Promise<Client> | undefined
  readonly #closing = new AbortController()
  #beating: Promise<void>
  #isLost = false
  #isStarted = false

  private constructor(client: Client, epoch: number, options: MainLockOptions) {
    this.epoch = epoch
    this.#options = options
    this.#use(client)
    this.#beating = this.#beat()
  }

  /** `client` holds the lock. From here on, earlier main processes cannot write. */
  static async begin(client: Client, options: MainLockOptions): Promise<MainLock> {
    const { rows } = await client.query(
      `UPDATE ${schema}.main SET epoch = epoch + 1, host = $1, beat = 0 RETURNING epoch`,
      [hostname()],
    )
    const epoch = Number(rows[0]?.epoch)
    await nameSession(client, epoch)
    const events = await connect(options.eventsUrl)
    try {
      await makeEpoch(events)
      await events.query(`UPDATE ${schema}.main SET epoch = $1`, [epoch])
      await endEarlierSessions(events, epoch)
    } finally {
      await events.end().catch(() => {})
    }
    await endEarlierSessions(client, epoch)
    return new MainLock(client, epoch, options)
  }

  /** Until then, migrations may take long without a beat. */
  started(): void {
    this.#isStarted = true
  }

  /** For a connection that is about to write, also after a loss. Throws, and ends this process, if another one is main. */
  readonly assertMain = async (client: ClientBase): Promise<void> => {
    const epoch = await readEpochAs(client, this.epoch)
    if (epoch !== this.epoch) throw this.#lose(`another machine has become the main one (${epoch})`)
  }

  /** Runs on the connection that holds the lock, and fails without it. Throws DatabaseAway. */
  async run<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#held()
    try {
      const result = await work(client)
      this.#heldAt = performance.now()
      return result
    } catch (error) {
      this.#drop(client)
      throw new DatabaseAway((error as Error).message, { cause: error })
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#beating
    await this.#client?.end().catch(() => {})
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && !this.#isLost) {
      try {
        const { rowCount } = await this.run(client =>
          client.query(`UPDATE ${schema}.main SET beat = beat + $2 WHERE epoch = $1`, [
            this.epoch,
            this.#isStarted ? 1 : 0,
          ]),
        )
        if (rowCount === 0) this.#lose('another machine has become the main one')
      } catch (err) {
        if (signal.aborted || this.#isLost) return
        if (performance.now() - this.#heldAt > withoutLockMsMax)
          this.#lose('the database has not answered for too long')
        this.#options.log.warn({ err }, 'the main process is without its lock')
      }
      await pause(this.#client ? beatMs : retryMs, undefined, { signal }).catch(() => {})
    }
  }

  #held(): Promise<Client> {
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#takeAgain().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #takeAgain(): Promise<Client> {
    const client = await connect(this.#options.url)
    try {
      await this.assertMain(client)
      // The server may not have noticed yet that the earlier connection is gone.
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid = $1 AND application_name = current_setting('application_name')`,
        [this.#pid],
      )
      for (const until = performance.now() + lockedMsMax; ; await pause(retryMs)) {
        if (await takeLock(client, schema)) break
        if (performance.now() > until) throw this.#lose('another process holds the lock')
      }
      // Between the first look and the lock, another one can have been main and be gone.
      await this.assertMain(client)
      this.#use(client)
      return client
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  #use(client: Client): void {
    this.#client = client
    this.#pid = (client as unknown as { processID: number }).processID
    client.once('end', () => this.#drop(client))
  }

  #drop(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    void client.end().catch(() => {})
  }

  #lose(reason: string): Error {
    if (!this.#isLost && !this.#closing.signal.aborted) this.#options.onLost(reason)
    this.#isLost = true
    return new DatabaseAway(reason)
  }
}
