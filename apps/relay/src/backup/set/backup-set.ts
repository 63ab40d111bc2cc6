import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, json, text } from 'node:stream/consumers'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { type Destination, MissingFile } from '../destinations/destination.ts'
import { type Cipher, type Opener, openPlain, plainName } from './cipher.ts'
import { type Head, head, type Manifest, manifest, marker } from './records.ts'

const markerName = 'hornets-backup.json'
const keyName = (cipher: string) => `keys/${cipher}.age`

export interface Snapshot extends Head {
  readonly name: string
}

/** A stored file, as an archive has it. */
export interface SetEntry {
  readonly name: string
  readonly bytes: number
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
}

/** The folder or bucket cannot hold this relay's backups; its message is for the operator. */
export class UnfitDestination extends Error {
  override readonly name = 'UnfitDestination'
}

/**
 * `objects/<cipher>/ab/<hash>`; `snapshots/<time>.json` is written after everything in it; `<time>.refs` lists its
 * objects.
 */
export class BackupSet {
  readonly #destination: Destination
  readonly #work: string

  private constructor(destination: Destination, work: string) {
    this.#destination = destination
    this.#work = work
  }

  /** Throws UnfitDestination for one without backups. */
  static async open(destination: Destination, work: string): Promise<BackupSet> {
    const set = new BackupSet(destination, work)
    if (!(await set.#readMarker())) throw new UnfitDestination(backupMessages.noBackups)
    return set
  }

  /** Begins one in an empty folder or bucket. Throws UnfitDestination for another relay's, or with other files. */
  static async openFor(destination: Destination, work: string, relay: string): Promise<BackupSet> {
    const set = new BackupSet(destination, work)
    const found = await set.#readMarker()
    if (found && found.relay !== relay) throw new UnfitDestination(backupMessages.otherRelay)
    if (found) return set
    if ((await destination.list('')).size > 0) throw new UnfitDestination(backupMessages.otherFiles)
    await set.#putText(markerName, JSON.stringify({ format: 1, relay }))
    return set
  }

  async snapshots(known: ReadonlyMap<string, Snapshot> = new Map()): Promise<Snapshot[]> {
    const names = [...(await this.#destination.list('snapshots/')).keys()].filter(name => name.endsWith('.json'))
    const newestFirst = names
      .map(name => name.slice('snapshots/'.length, -'.json'.length))
      .sort()
      .reverse()
    return Promise.all(newestFirst.map(async name => known.get(name) ?? this.#readHead(name)))
  }

  async objects(cipher: string): Promise<Map<string, number>> {
    const folder = `objects/${cipher}/`
    const found = await this.#destination.list(folder)
    return new Map([...found].map(([name, bytes]) => [name.slice(folder.length + 3), bytes]))
  }

  /** Stores a file under the hash of its content; returns the bytes it takes. */
  async putObject(cipher: Cipher, hash: string, path: string): Promise<number> {
    const name = objectName(cipher.name, hash)
    if (cipher.name === plainName) {
      await this.#destination.put(name, path)
      return (await stat(path)).size
    }
    const sealed = join(this.#work, `${hash}.age`)
    try {
      await writeFile(sealed, await cipher.seal(createReadStream(path)), { mode: 0o600 })
      await this.#destination.put(name, sealed)
      return (await stat(sealed)).size
    } finally {
      await rm(sealed, { force: true })
    }
  }

  readObject(cipher: string, hash: string): Promise<Readable> {
    return this.#destination.read(objectName(cipher, hash))
  }

  removeObject(cipher: string, hash: string): Promise<void> {
    return this.#destination.remove(objectName(cipher, hash))
  }

  /** Everything that a set with this backup alone consists of. Throws UnfitDestination if a part is missing. */
  async entries({ name, cipher }: Snapshot): Promise<SetEntry[]> {
    const read = async (file: string): Promise<SetEntry> => {
      const content = await buffer(await this.#destination.read(file))
      return { name: file, bytes: content.length, open: () => Readable.from([content]) }
    }
    const [refs, key] = [`snapshots/${name}.refs`, await this.sealedKey(cipher)]
    const stored = await this.objects(cipher)
    const hashes = new Set((await text(await this.#destination.read(refs))).split('\n'))
    const objects = [...hashes].map(hash => {
      const bytes = stored.get(hash)
      if (bytes === undefined) throw new UnfitDestination(`The backup does not have ${objectName(cipher, hash)}.`)
      return { name: objectName(cipher, hash), bytes, open: () => this.readObject(cipher, hash) }
    })
    const keys = key ? [await read(keyName(cipher))] : []
    return [await read(markerName), ...keys, ...objects, await read(refs), await read(`snapshots/${name}.json`)]
  }

  async add(name: string, complete: Head, objects: readonly string[]): Promise<void> {
    await this.#destination.settle()
    await this.#putText(`snapshots/${name}.refs`, objects.join('\n'))
    await this.#putText(`snapshots/${name}.json`, JSON.stringify(complete))
  }

  async readManifest({ cipher, manifest: hash }: Head, open: Opener): Promise<Manifest> {
    const opened = await (cipher === plainName ? openPlain : open)(await this.readObject(cipher, hash))
    return manifest.parse(await json(opened))
  }

  /** First the name, so that no backup looks complete without its objects. */
  async removeSnapshot(name: string): Promise<void> {
    await this.#destination.remove(`snapshots/${name}.json`)
    await this.#destination.remove(`snapshots/${name}.refs`)
  }

  /** Removes unfinished files, objects that no backup refers to, and lists of objects without their backup. */
  async sweep(): Promise<void> {
    await this.#destination.sweep()
    const names = new Set((await this.#destination.list('snapshots/')).keys())
    const withEnd = (end: string) =>
      [...names].filter(name => name.endsWith(end)).map(name => name.slice(0, -end.length))
    const complete = withEnd('.json')
    const listed = withEnd('.refs')
    for (const name of listed) if (!complete.includes(name)) await this.#destination.remove(`${name}.refs`)
    // Without its list, nobody can tell what a backup needs.
    if (complete.some(name => !listed.includes(name))) return
    const used = new Set<string>()
    for (const name of complete) {
      const { cipher } = await this.#readHead(name.slice('snapshots/'.length))
      const hashes = (await text(await this.#destination.read(`${name}.refs`))).split('\n')
      for (const hash of hashes) used.add(objectName(cipher, hash))
    }
    for (const name of (await this.#destination.list('objects/')).keys())
      if (!used.has(name)) await this.#destination.remove(name)
  }

  async sealedKey(cipher: string): Promise<Uint8Array | undefined> {
    const found = await this.#destination.read(keyName(cipher)).catch(unlessMissing)
    return found && new Uint8Array(await buffer(found))
  }

  putSealedKey(cipher: string, key: Uint8Array): Promise<void> {
    return this.#putText(keyName(cipher), key)
  }

  async #readMarker() {
    const found = await this.#destination.read(markerName).catch(unlessMissing)
    return found && marker.parse(await json(found))
  }

  async #readHead(name: string): Promise<Snapshot> {
    const found = head.parse(await json(await this.#destination.read(`snapshots/${name}.json`)))
    return { ...found, name }
  }

  async #putText(name: string, content: string | Uint8Array): Promise<void> {
    const path = join(this.#work, 'record')
    await writeFile(path, content, { mode: 0o600 })
    await this.#destination.put(name, path)
    await this.#destination.settle()
    await rm(path)
  }
}

const objectName = (cipher: string, hash: string) => `objects/${cipher}/${hash.slice(0, 2)}/${hash}`

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MissingFile)) throw error
}
