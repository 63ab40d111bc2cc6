import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@hornets/server/process/logger'
import type { Client } from 'pg'
import { takeLock } from '../session.ts'
import { connect } from './session.ts'
import { endHolderOfLock, makeTables, schema } from './sql.ts'

const lookMs = 250
const toldMs = 2000
/** A main process that says nothing for so long, while the database answers, is frozen or cut off. */
const silentMsMax = 8000
/** It has not counted yet: it starts, and migrations can block it. */
const startMsMax = 120_000
/** After the database was away, a main process that lives has the first try. */
const graceMs = 5000

export interface WaitingOptions {
  readonly url: string
  readonly log: Logger
  /** What would prevent a takeover, to be told before it is needed. */
  readonly findProblem: (client: Client) => Promise<string | null>
  /** Every two seconds, while there is another main process. */
  readonly onLook: (client: Client) => Promise<void>
  /** Once, when there is another main process. */
  readonly onWait: (main: string) => Promise<void>
}

/** Until this process has the lock, on the connection that is returned. Throws what `findProblem` says if it then does. */
export async function waitForLock(options: WaitingOptions): Promise<Client> {
  const waiting = new Waiting(options)
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await waiting.onConnection(isFirst)
    } catch (err) {
      if (!waiting.hasBegun || err instanceof CannotTakeOver) throw err
      options.log.warn({ err }, 'waiting for the database of accounts')
      await pause(toldMs)
    }
  }
}

class CannotTakeOver extends Error {}

class Waiting {
  readonly #options: WaitingOptions
  readonly #id = randomUUID()
  /** Whether there was another main process. */
  hasBegun = false
  #problem: string | null = null

  constructor(options: WaitingOptions) {
    this.#options = options
  }

  async onConnection(isFirst: boolean): Promise<Client> {
    const client = await connect(this.#options.url)
    try {
      await makeTables(client)
      const since = performance.now()
      let heard = { beat: '', at: since }
      for (let toldAt = Number.NEGATIVE_INFINITY; ; await pause(lookMs)) {
        const mayTake = isFirst || performance.now() - since > graceMs
        if (mayTake && (await takeLock(client, schema))) return await this.#taken(client)
        const { rows } = await client.query(`SELECT host, epoch, beat FROM ${schema}.main`)
        const [{ host, epoch, beat }] = rows as [{ host: string; epoch: string; beat: string }]
        const said = `${epoch} ${beat}`
        const now = performance.now()
        if (said !== heard.beat) heard = { beat: said, at: now }
        else if (now - heard.at > (beat === '0' ? startMsMax : silentMsMax)) {
          this.#options.log.warn(
            { main: host },
            'the main process is silent: its connections to the database are ended',
          )
          await endHolderOfLock(client)
          heard = { beat: said, at: now }
        }
        if (!this.hasBegun) await this.#options.onWait(host)
        this.hasBegun = true
        if (now - toldAt < toldMs) continue
        toldAt = now
        await this.#tell(client)
      }
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  async #taken(client: Client): Promise<Client> {
    await client.query(`DELETE FROM ${schema}.waiting WHERE id = $1`, [this.#id])
    const problem = await this.#options.findProblem(client)
    if (problem) throw new CannotTakeOver(problem)
    return client
  }

  async #tell(client: Client): Promise<void> {
    await this.#options.onLook(client)
    const problem = await this.#options.findProblem(client)
    if (problem && problem !== this.#problem) this.#options.log.error({ problem }, 'this standby could not take over')
    this.#problem = problem
    await client.query(
      `INSERT INTO ${schema}.waiting VALUES ($1, $2, $3, now(), $4)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), problem = excluded.problem`,
      [this.#id, hostname(), Date.now(), problem],
    )
    await client.query(`DELETE FROM ${schema}.waiting WHERE seen_at < now() - interval '1 day'`)
  }
}
