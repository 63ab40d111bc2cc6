import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { copyOwnFiles, countOwnBytes, foreignFiles } from '@hornets/server/database/copy-data-folder'
import { accountsElsewhere } from '../../database/open-admin-database.ts'
import { eventCopiers } from '../../events/data-files.ts'
import { version } from '../../version.ts'
import type { Destination } from '../destinations/destination.ts'
import { hashOfFile } from '../destinations/hash-file.ts'
import { BackupSet } from '../set/backup-set.ts'
import type { Cipher } from '../set/cipher.ts'
import type { Head, Manifest } from '../set/records.ts'
import { backupsToKeep, type Keep } from '../set/rotation.ts'
import { timeName } from '../set/time-name.ts'
import { assertRoom } from './assert-room.ts'
import { countContents } from './counts-sql.ts'
import { copyOrder, foreign, leftOut, workName } from './data-places.ts'

export interface Progress {
  readonly step: 'databases' | 'files' | 'rotation' | 'restore' | 'comparison'
  readonly done: number
  readonly total: number
}

export interface MakeBackup {
  readonly dataDir: string
  /** ACCOUNTS_DATABASE_URL: they are in the backup as `admin.db`. */
  readonly accountsDatabase?: string | undefined
  readonly destination: Destination
  readonly cipher: Cipher
  /** The cipher's key, sealed with a passphrase, for a set that does not have it yet. */
  readonly sealedKey?: Uint8Array | undefined
  readonly relay: string
  readonly keep: Keep
  readonly reserveBytes: number
  readonly now: () => number
  readonly onProgress?: (progress: Progress) => void
}

export interface MadeBackup extends Head {
  readonly name: string
  readonly removed: number
}

export async function makeBackup(asked: MakeBackup): Promise<MadeBackup> {
  const { dataDir, destination, cipher, relay, sealedKey, keep, onProgress = () => {} } = asked
  const work = join(dataDir, workName)
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const set = await BackupSet.openFor(destination, work, relay)
    await set.sweep()
    if (sealedKey && !(await set.sealedKey(cipher.name))) await set.putSealedKey(cipher.name, sealedKey)
    const made = await new Making(asked, set, work).make()
    onProgress({ step: 'rotation', done: 0, total: 0 })
    const all = await set.snapshots()
    const kept = backupsToKeep(
      all.map(({ created_at }) => Date.parse(created_at)),
      keep,
    )
    const ended = all.filter(({ created_at }) => !kept.has(Date.parse(created_at)))
    for (const { name } of ended) await set.removeSnapshot(name)
    if (ended.length > 0) await set.sweep()
    return { ...made, removed: ended.length }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

class Making {
  readonly #asked: MakeBackup
  readonly #set: BackupSet
  readonly #work: string
  readonly #files: Manifest['files'] = []
  readonly #hashes = new Set<string>()
  #stored: ReadonlyMap<string, number> = new Map()
  #newBytes = 0
  #done = 0

  constructor(asked: MakeBackup, set: BackupSet, work: string) {
    this.#asked = asked
    this.#set = set
    this.#work = work
  }

  async make(): Promise<Omit<MadeBackup, 'removed'>> {
    const { dataDir, accountsDatabase, cipher, now } = this.#asked
    const created_at = new Date(now()).toISOString()
    const asked = {
      from: dataDir,
      without: await leftOut(dataDir),
      foreign,
      copiers: eventCopiers,
      elsewhere: accountsElsewhere(accountsDatabase),
      order: copyOrder,
    }
    await assertRoom(dataDir, await countOwnBytes(asked), this.#asked.reserveBytes)
    const copies = join(this.#work, 'data')
    this.#report('databases', 0)
    await mkdir(copies)
    const own = await copyOwnFiles(asked, copies, () => this.#report('databases', 0))
    const counts = await countContents(copies)
    const uploads = await Array.fromAsync(foreignFiles(asked))
    const ownPaths = [...own.databases, ...own.files]
    const total = ownPaths.length + uploads.length
    this.#stored = await this.#set.objects(cipher.name)
    for (const path of ownPaths) {
      await this.#store(join(copies, path), path)
      await rm(join(copies, path))
      this.#report('files', total)
    }
    for (const path of uploads) {
      // Deleted since it was listed.
      await this.#store(join(dataDir, path), path).catch(unlessGone)
      this.#report('files', total)
    }
    const whole: Manifest = { format: 1, created_at, version, counts, files: this.#files }
    const bytes = this.#files.reduce((sum, file) => sum + file.bytes, 0)
    const manifest = await this.#putManifest(whole)
    const head: Head = {
      format: 1,
      created_at,
      version,
      cipher: cipher.name,
      manifest,
      files: this.#files.length,
      bytes,
      new_bytes: this.#newBytes,
    }
    const name = timeName(created_at)
    await this.#set.add(name, head, [...this.#hashes])
    return { ...head, name }
  }

  async #store(path: string, as: string): Promise<void> {
    // An upload is named by its hash: what is stored already need not be read.
    const [, named] = /[\\/]([0-9a-f]{64})$/.exec(as) ?? []
    const isKnown = named !== undefined && this.#stored.has(named)
    const { hash, bytes } = isKnown ? { hash: named, bytes: (await stat(path)).size } : await hashOfFile(path)
    await this.#put(hash, path)
    this.#files.push({ path: as.replaceAll(sep, '/'), hash, bytes })
  }

  async #put(hash: string, path: string): Promise<void> {
    if (!this.#hashes.has(hash) && !this.#stored.has(hash))
      this.#newBytes += await this.#set.putObject(this.#asked.cipher, hash, path)
    this.#hashes.add(hash)
  }

  async #putManifest(manifest: Manifest): Promise<string> {
    const path = join(this.#work, 'manifest')
    await writeFile(path, JSON.stringify(manifest), { mode: 0o600 })
    const { hash } = await hashOfFile(path)
    await this.#put(hash, path)
    return hash
  }

  #report(step: Progress['step'], total: number): void {
    this.#asked.onProgress?.({ step, done: this.#done++, total })
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
