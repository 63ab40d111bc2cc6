import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { backup, type DatabaseSync, type Session } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'
import { writeWhole } from '@hornets/server/disk/whole-file'
import type { Logger } from '@hornets/server/process/logger'
import { type Entry, keylessTables, packed, readKeyless } from './entry.ts'
import type { MainLock } from './main-lock.ts'
import { connect } from './session.ts'
import { forgetOtherParts, sendParts } from './snapshot-parts.ts'
import { schema } from './sql.ts'
import type { Copy } from './stored-copy.ts'

/** What nobody waits for, such as counters, is stored so often. */
const idleMs = 1000
/** Until changes are so many bytes, or half of the last snapshot: a takeover applies them all. */
const changesBytesMin = 16 * 2 ** 20

/** How long storing changes may take. */
const insertMsMin = 6000
const bytesEachMs = 1000

export interface ReplicatorParts {
  readonly path: string
  readonly writer: DatabaseSync
  readonly lock: MainLock
  readonly url: string
  /** What the database has of it; undefined: nothing yet. */
  readonly copy: Copy | undefined
  readonly markPath: string
  readonly log: Logger
}

interface Waiting {
  readonly position: number
  readonly bytes: Buffer
}

/** Stores each change of `relay.db` in PostgreSQL, in order, and a whole copy of it now and then. */
export class Replicator {
  readonly #parts: ReplicatorParts
  readonly #tables: readonly string[]
  #timer: NodeJS.Timeout | undefined
  #session: Session
  #keyless: string
  #version: unknown
  #position: number
  #waiting: Waiting | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #snapshotting: Promise<void> | undefined
  #snapshotBytes: number
  #changesBytes: number
  #lineage: string
  #isBehind = false

  private constructor(parts: ReplicatorParts) {
    const { writer, copy } = parts
    this.#parts = parts
    this.#tables = keylessTables(writer)
    this.#session = writer.createSession()
    this.#keyless = JSON.stringify(readKeyless(writer, this.#tables))
    this.#version = this.#dataVersion()
    this.#position = copy?.position ?? 0
    this.#snapshotBytes = copy?.snapshotBytes ?? 0
    this.#changesBytes = copy?.changesBytes ?? 0
    this.#lineage = copy?.lineage ?? crypto.randomUUID()
  }

  /** Resolves when the database has everything that a takeover needs. */
  static async open(parts: ReplicatorParts): Promise<Replicator> {
    const replicator = new Replicator(parts)
    // Nothing is stored before it: changes of new tables do not fit an older copy.
    if (parts.copy?.shape !== shapeOf(parts.writer)) await replicator.#snapshot()
    replicator.#timer = setInterval(() => void replicator.replicated().catch(() => {}), idleMs).unref()
    return replicator
  }

  /** Resolves once all that is committed now is in the database too. Throws DatabaseAway. */
  replicated(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.#flush()
    })
    this.#running = this.#next.catch(() => {})
    return this.#next
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#snapshotting
    try {
      await this.replicated()
      await writeWhole(this.#parts.markPath, Buffer.from(this.#mark()))
    } catch (err) {
      this.#parts.log.warn({ err }, 'could not store the last changes of relay.db')
    }
    this.#session.close()
  }

  #mark(): string {
    return JSON.stringify({ lineage: this.#lineage, position: this.#position })
  }

  async #flush(): Promise<void> {
    try {
      // One that got no answer may be stored: the same again changes nothing.
      await this.#store()
      this.#capture()
      await this.#store()
      this.#isBehind = false
    } catch (err) {
      if (!this.#isBehind) this.#parts.log.warn({ err }, 'changes of relay.db wait for the database')
      this.#isBehind = true
      throw err
    }
    const isLong = this.#changesBytes > Math.max(changesBytesMin, this.#snapshotBytes / 2)
    if (isLong || this.#isChangedByOthers()) this.#snapshotSoon()
  }

  #capture(isAlways = false): void {
    const { writer } = this.#parts
    const changes = this.#session.changeset()
    const entry: Entry = { changes, keyless: readKeyless(writer, this.#tables) }
    const keyless = JSON.stringify(entry.keyless)
    if (!isAlways && changes.length === 0 && keyless === this.#keyless) return
    this.#session.close()
    this.#session = writer.createSession()
    this.#keyless = keyless
    this.#position += 1
    this.#waiting = { position: this.#position, bytes: packed(entry) }
  }

  async #store(): Promise<void> {
    const waiting = this.#waiting
    if (!waiting) return
    const insert = `INSERT INTO ${schema}.changes VALUES ($1, $2) ON CONFLICT DO NOTHING`
    const values = [waiting.position, waiting.bytes]
    const query = { text: insert, values, query_timeout: insertMsMin + waiting.bytes.length / bytesEachMs }
    await this.#parts.lock.run(client => client.query(query))
    this.#waiting = undefined
    this.#changesBytes += waiting.bytes.length
  }

  /** Commands write to the file beside the relay, and no session sees that. */
  #isChangedByOthers(): boolean {
    return this.#dataVersion() !== this.#version
  }

  #dataVersion(): unknown {
    return this.#parts.writer.prepare('PRAGMA data_version').get()?.data_version
  }

  #snapshotSoon(): void {
    this.#snapshotting ??= this.#snapshot()
      .catch(err => this.#parts.log.warn({ err }, 'could not store a copy of relay.db; the next change tries again'))
      .finally(() => {
        this.#snapshotting = undefined
      })
  }

  /** As of one position. Changes go on meanwhile. */
  async #snapshot(): Promise<void> {
    const { path, writer, url, lock } = this.#parts
    const to = `${path}.copy`
    await rm(to, { force: true })
    let pinned: DatabaseSync | undefined
    const pin = async () => {
      await this.#store()
      // At a position of its own, so that the copy before stays whole until this one is.
      this.#capture(true)
      // Without a pause since then: it reads what was just captured, and nothing later.
      pinned = openSqlite(path, { readOnly: true })
      pinned.exec('BEGIN')
      pinned.prepare('SELECT count(*) FROM sqlite_master').get()
      return { position: this.#position, version: this.#dataVersion(), shape: shapeOf(writer) }
    }
    const turn = this.#running.then(pin)
    this.#running = turn.then(
      () => {},
      () => {},
    )
    const { position, version, shape } = await turn
    try {
      if (pinned) await backup(pinned, to)
    } finally {
      pinned?.close()
    }
    const client = await connect(url, true)
    try {
      await lock.assertMain(client)
      const bytes = await sendParts({ url, epoch: lock.epoch, path: to, position })
      await lock.run(main => main.query(publish(position, bytes, shape, this.#lineage)))
      if (this.#waiting && this.#waiting.position <= position) this.#waiting = undefined
      this.#snapshotBytes = bytes
      this.#changesBytes = 0
      this.#version = version
      // It takes long, and nobody waits for this connection.
      await forgetOtherParts(client, position)
    } finally {
      await client.end().catch(() => {})
      await rm(to, { force: true })
    }
  }
}

/** One text, so that it is one transaction; nothing in it comes from elsewhere. */
const publish = (position: number, bytes: number, shape: string, lineage: string) => `
INSERT INTO ${schema}.snapshot (position, bytes, shape, lineage) VALUES (${position}, ${bytes}, '${shape}', '${lineage}')
  ON CONFLICT (is_only) DO UPDATE SET position = excluded.position, bytes = excluded.bytes, shape = excluded.shape, lineage = excluded.lineage;
DELETE FROM ${schema}.changes WHERE position <= ${position}`

/** Migrations change it, which no session sees. */
function shapeOf(database: DatabaseSync): string {
  const rows = database.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()
  const done = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
  return createHash('sha256')
    .update(JSON.stringify([rows, done]))
    .digest('hex')
}

/** Whether the file in the folder is just what the database has: its process has ended in order. */
export async function isMarkedAs(markPath: string, { lineage, position }: Copy): Promise<boolean> {
  const mark = await readFile(markPath, 'utf8').catch(() => undefined)
  return mark === JSON.stringify({ lineage, position })
}
