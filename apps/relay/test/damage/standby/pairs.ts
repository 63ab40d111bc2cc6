import { randomInt } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { makeDataDir, startRelay } from '../../harness.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'
import { type S3Server, startS3Server } from '../../support/servers/s3-server.ts'
import { Machine } from './machine.ts'

type Which = 0 | 1
const portsEach = 10

/** Two machines at a time, with new folders and databases. */
export class Pairs {
  readonly cluster: Cluster
  readonly #s3: S3Server
  readonly #basePort = randomInt(11_000, 31_000)
  #count = 0
  #variables: Record<string, string> = {}
  #folders: string[] = []
  #machines: Machine[] = []

  private constructor(cluster: Cluster, s3: S3Server) {
    this.cluster = cluster
    this.#s3 = s3
  }

  static async open(): Promise<Pairs> {
    return new Pairs(await startCluster(process.env.POSTGRES ?? '', { isQuick: true }), await startS3Server())
  }

  async close(): Promise<void> {
    await this.cluster.close()
    await this.#s3.close()
  }

  /** Ends the machines of a test. */
  async clear(): Promise<void> {
    for (const machine of this.#machines) await machine.kill('SIGKILL')
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true })
    this.#machines = []
    this.#folders = []
  }

  /** With a relay that ran before there was a standby, in the first folder. */
  async make(store: 0 | 1 = 1) {
    this.#count += 1
    const url = (name: string) => this.cluster.url.replace('/postgres?', `/${name}?`)
    const [events, accounts] = [`events${this.#count}`, `accounts${this.#count}`]
    for (const name of [events, accounts]) await askOf(this.cluster.url, `CREATE DATABASE ${name}`)
    this.#variables = {
      STANDBY: 'on',
      EVENTS_DATABASE_URL: url(events),
      ACCOUNTS_DATABASE_URL: url(accounts),
      S3_URL: this.#s3.url(`/pair${this.#count}`),
    }
    this.#folders = [await makeDataDir(), await makeDataDir()]
    const config = { eventsDatabase: url(events), accountsDatabase: url(accounts) }
    const before = await startRelay({ dataDir: this.folder(0), config })
    before.context.relayDatabase.transact(
      tx => void tx.run('INSERT OR REPLACE INTO file_target (id, store) VALUES (1, ?)', store),
    )
    return before
  }

  folder(which: Which): string {
    return this.#folders[which] ?? ''
  }

  /** A port of this pair that no machine has. */
  freePort(which: Which): number {
    return this.#basePort + this.#count * portsEach + 8 + which
  }

  get accountsUrl(): string {
    return this.#variables.ACCOUNTS_DATABASE_URL ?? ''
  }

  /** In the database of accounts. */
  ask(sql: string) {
    return askOf(this.accountsUrl, sql)
  }

  start(which: Which, more: Record<string, string> = {}): Machine {
    const port = this.#basePort + this.#count * portsEach + which * 3
    const machine = new Machine(this.folder(which), port, { ...this.#variables, ...more })
    this.#machines.push(machine)
    return machine
  }

  copyKey(): Promise<void> {
    return copyFile(join(this.folder(0), 'secret.key'), join(this.folder(1), 'secret.key'))
  }

  async startBoth(): Promise<[Machine, Machine]> {
    const first = this.start(0)
    await first.says('ready')
    await this.copyKey()
    const second = this.start(1)
    await second.says('waiting')
    return [first, second]
  }

  async startPair(): Promise<[Machine, Machine]> {
    await (await this.make()).close()
    return this.startBoth()
  }
}

async function askOf(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}
