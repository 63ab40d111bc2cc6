import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../disk/whole-file.ts'
import { copySqlite } from './sqlite.ts'

/** Files of open databases, and unfinished ones. */
const passing = /(-wal|-shm|-journal|-lock|\.lock|\.new)$/
const sqliteHeader = 'SQLite format 3\0'

export interface CopyDataFolder {
  readonly from: string
  readonly to: string
  /** Folders to leave out, as paths within `from`. */
  readonly without: ReadonlySet<string>
  /** Folders with uploaded files, which can claim to be anything. */
  readonly foreign: ReadonlySet<string>
  /** How to copy files of other databases, by path within `from`. */
  readonly copiers: ReadonlyMap<string, (from: string, to: string) => Promise<void>>
  /** What is elsewhere, written as the database of this name, before those of the folder. */
  readonly elsewhere?: ReadonlyMap<string, (to: string) => Promise<void>> | undefined
  /** SQLite databases in the order of their copies: what refers before what it refers to. Others follow. */
  readonly order?: readonly string[]
}

/** SQLite copies each database as of one moment and before other files: what they refer to is then in the copy. */
export async function copyDataFolder(asked: CopyDataFolder): Promise<{ databases: number; files: number }> {
  const { from, to } = asked
  const beside = await mkdtemp(`${to}.part-`)
  try {
    const own = await copyOwnFiles(asked, beside)
    let files = own.files.length
    for await (const path of foreignFiles(asked, basename(beside))) if (await copyInto(from, beside, path)) files++
    await rename(beside, to)
    await syncFolder(dirname(to))
    return { databases: own.databases.length, files }
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

/** First the databases in order, then files. Returns paths within the folder. */
export async function copyOwnFiles(
  asked: Omit<CopyDataFolder, 'to'>,
  into: string,
  onCopied: (path: string) => void = () => {},
): Promise<{ databases: string[]; files: string[] }> {
  const { from, copiers, elsewhere = new Map(), order = [] } = asked
  const own = await Array.fromAsync(filesOf(asked, [''], asked.foreign, basename(into)))
  const found = await Promise.all(own.map(async path => (await isDatabase(join(from, path))) && path))
  const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length)
  const databases = found.filter(path => path !== false).sort((one, other) => rank(one) - rank(other))
  for (const [path, write] of elsewhere) {
    await write(join(into, path))
    await sync(join(into, path))
    onCopied(path)
  }
  for (const path of databases) {
    await mkdir(dirname(join(into, path)), { recursive: true })
    copySqlite(join(from, path), join(into, path))
    await sync(join(into, path))
    onCopied(path)
  }
  for (const [path, copyFrom] of copiers) {
    if (!(await stat(join(from, path)).catch(unlessGone))) continue
    databases.push(path)
    await copyFrom(join(from, path), join(into, path))
    await sync(join(into, path))
    onCopied(path)
  }
  databases.push(...elsewhere.keys())
  const files: string[] = []
  for (const path of own) if (!databases.includes(path) && (await copyInto(from, into, path))) files.push(path)
  return { databases, files }
}

/** Bytes of everything but the foreign folders. */
export async function countOwnBytes(asked: Pick<CopyDataFolder, 'from' | 'without' | 'foreign'>): Promise<number> {
  let bytes = 0
  for await (const path of filesOf(asked, [''], asked.foreign))
    bytes += (await stat(join(asked.from, path)).catch(unlessGone))?.size ?? 0
  return bytes
}

/** Paths of the files in foreign folders, without those in folders of the name `own`. */
export function foreignFiles(
  asked: Pick<CopyDataFolder, 'from' | 'without' | 'foreign'>,
  own?: string,
): AsyncGenerator<string> {
  return filesOf(asked, [...asked.foreign], undefined, own)
}

async function copyInto(from: string, into: string, path: string): Promise<boolean> {
  await mkdir(dirname(join(into, path)), { recursive: true })
  return copy(join(from, path), join(into, path))
}

/** Paths within folders. A link counts as its target, which can contain the copy itself, `own`. */
async function* filesOf(
  { from, without }: Pick<CopyDataFolder, 'from' | 'without'>,
  folders: string[],
  foreign?: ReadonlySet<string>,
  own?: string,
): AsyncGenerator<string> {
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (without.has(folder) || foreign?.has(folder) || (folder !== '' && basename(folder) === own)) continue
    const names = (await readdir(join(from, folder)).catch(unlessGone)) ?? []
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(join(from, path)).catch(unlessGone)
      if (found?.isDirectory()) folders.push(path)
      else if (found?.isFile() && !passing.test(name)) yield path
    }
  }
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteHeader.length), 0)
    return buffer.toString('latin1', 0, bytesRead) === sqliteHeader
  } finally {
    await file.close()
  }
}

async function copy(from: string, to: string): Promise<boolean> {
  const copied = await copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true, unlessGone)
  if (copied) await sync(to)
  return copied === true
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/** Files deleted since they were listed are left out. */
function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
