import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@hornets/server/process/logger'

/** SQLite files of the data folder. */
export const databaseFiles = ['admin.db', 'relay.db'] as const

export interface IntegrityOptions {
  /** The data folder. */
  readonly folder: string
  readonly logger: Logger
}

/** Are the databases as SQLite wrote them? Looked through after a start that follows no orderly end, and when asked. */
export class Integrity {
  readonly #options: IntegrityOptions
  readonly #marker: string
  #damaged: readonly string[] = []
  #checking: Promise<readonly string[]> | undefined

  private constructor(options: IntegrityOptions) {
    this.#options = options
    this.#marker = join(options.folder, 'running')
  }

  /** Notes that the relay runs. Found there already, it did not end in order: then the check begins, beside the work. */
  static async open(options: IntegrityOptions): Promise<Integrity> {
    const integrity = new Integrity(options)
    const wasKilled = existsSync(integrity.#marker)
    // On a full disk the relay has to start all the same.
    if (!wasKilled) await writeFile(integrity.#marker, '', { mode: 0o600 }).catch(integrity.#report)
    else void integrity.check().catch(integrity.#report)
    return integrity
  }

  /** Names of the files that were found damaged. */
  damaged(): readonly string[] {
    return this.#damaged
  }

  /** Looks through all databases; answers the names of the damaged ones. One check at a time. */
  check(): Promise<readonly string[]> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  /** The relay ends in order. */
  async close(): Promise<void> {
    await this.#checking?.catch(() => undefined)
    await rm(this.#marker, { force: true })
  }

  async #check(): Promise<readonly string[]> {
    const paths = databaseFiles.map(name => join(this.#options.folder, name)).filter(path => existsSync(path))
    this.#damaged = await findDamaged(paths)
    if (this.#damaged.length > 0) this.#options.logger.error({ files: this.#damaged }, 'a database is damaged')
    return this.#damaged
  }

  readonly #report = (err: unknown) => this.#options.logger.error({ err }, 'the databases could not be checked')
}

/** Names of the files, of these paths, that SQLite finds damaged (`PRAGMA quick_check`). Throws what else goes wrong. */
export async function findDamaged(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) if (await isDamaged(path)) found.push(basename(path))
  return found
}

function isDamaged(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: { path } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the check of ${path} ended with ${code}`)))
  })
}
