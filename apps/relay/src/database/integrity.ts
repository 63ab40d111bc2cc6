import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@hornets/server/process/logger'

const sqliteFiles = ['admin.db', 'relay.db'] as const

/** Returns whether a file is damaged. Rejects once the signal aborts. */
export type FileCheck = (path: string, signal: AbortSignal) => Promise<boolean>

export interface IntegrityOptions {
  readonly folder: string
  readonly logger: Logger
  readonly checks?: ReadonlyMap<string, FileCheck>
  /** The databases are being checked before they are opened, which can take minutes. */
  readonly onWait?: () => void
}

/** After so many ends without a clean shutdown, reading a damaged file may be what ends the relay. */
const crashesMax = 2

/** Checks databases for damage: after a start without a clean shutdown, and on demand. */
export class Integrity {
  readonly #options: IntegrityOptions
  readonly #marker: string
  #damaged: readonly string[] = []
  #checking: Promise<readonly string[]> | undefined
  /** Ends without a clean shutdown since a check last found everything whole. */
  #crashes = 0
  readonly #closing = new AbortController()

  private constructor(options: IntegrityOptions) {
    this.#options = options
    this.#marker = join(options.folder, 'running')
  }

  /** An existing mark means an unclean end: a check starts in the background; after several, this waits for it. */
  static async open(options: IntegrityOptions): Promise<Integrity> {
    const integrity = new Integrity(options)
    const found = await readFile(integrity.#marker, 'utf8').catch(() => undefined)
    if (found !== undefined) integrity.#crashes = (Number.parseInt(found, 10) || 0) + 1
    await integrity.#mark(integrity.#crashes)
    if (integrity.#crashes === 0) return integrity
    const checked = integrity.check().catch(integrity.#report)
    if (integrity.#crashes >= crashesMax) {
      options.onWait?.()
      await checked
    }
    return integrity
  }

  damaged(): readonly string[] {
    return this.#damaged
  }

  /** A file cannot be opened for its damage: the next start checks it first. */
  async noteDamage(file: string): Promise<void> {
    this.#damaged = [...this.#damaged, file]
    this.#crashes = crashesMax
    await this.#mark(this.#crashes)
  }

  check(): Promise<readonly string[]> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  /** Records a clean shutdown. Ends a check, which takes minutes on a large store; the next start does it then. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#checking?.catch(() => undefined)
    if (this.#crashes === 0) await rm(this.#marker, { force: true })
    // The next start counts one more, and this end was no crash.
    else await this.#mark(this.#crashes - 1)
  }

  /** On a full disk the relay still has to start. */
  async #mark(crashes: number): Promise<void> {
    await writeFile(this.#marker, String(crashes), { mode: 0o600 }).catch(this.#report)
  }

  async #check(): Promise<readonly string[]> {
    const { folder, checks } = this.#options
    this.#damaged = await findDamaged(folder, checks, this.#closing.signal)
    if (this.#damaged.length > 0) this.#options.logger.error({ files: this.#damaged }, 'a database is damaged')
    else if (this.#crashes > 0) {
      this.#crashes = 0
      await this.#mark(0)
    }
    return this.#damaged
  }

  readonly #report = (err: unknown) => {
    if (!this.#closing.signal.aborted) this.#options.logger.error({ err }, 'could not check the databases')
  }
}

/** Names of damaged database files: SQLite files by `PRAGMA quick_check`, others by `checks`. */
export async function findDamaged(
  folder: string,
  checks: IntegrityOptions['checks'] = new Map(),
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const all = new Map<string, FileCheck>([...sqliteFiles.map(name => [name, isDamaged] as const), ...checks])
  const found: string[] = []
  for (const [name, check] of all) {
    const path = join(folder, name)
    signal.throwIfAborted()
    if (existsSync(path) && (await check(path, signal))) found.push(name)
  }
  return found
}

function isDamaged(path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: { path } })
    signal.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the check of ${path} ended with ${code}`)))
  })
}
