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
  /** Created completely, or not at all. */
  readonly to: string
  /** Folders to leave out, as paths within `from`. */
  readonly without: ReadonlySet<string>
  /** Folders with uploaded files, which can claim to be anything. */
  readonly foreign: ReadonlySet<string>
  /** How to copy files of other databases, by path within `from`. */
  readonly copiers: ReadonlyMap<string, (from: string, to: string) => Promise<void>>
}

/**
 * Copies a data folder that programs may be writing to. SQLite copies each database as of one moment, and before other
 * files: what databases refer to is then in the copy, except for what is deleted meanwhile.
 */
export async function copyDataFolder(asked: CopyDataFolder): Promise<{ databases: number; files: number }> {
  const { from, to } = asked
  const beside = await mkdtemp(`${to}.part-`)
  try {
    const databases = new Set<string>()
    const own = basename(beside)
    for await (const path of filesOf(asked, own, asked.foreign)) {
      if (!(await isDatabase(join(from, path)))) continue
      databases.add(path)
      await mkdir(dirname(join(beside, path)), { recursive: true })
      copySqlite(join(from, path), join(beside, path))
      await sync(join(beside, path))
    }
    for (const [path, copyFrom] of asked.copiers) {
      if (!(await stat(join(from, path)).catch(unlessGone))) continue
      databases.add(path)
      await copyFrom(join(from, path), join(beside, path))
      await sync(join(beside, path))
    }
    let files = 0
    for await (const path of filesOf(asked, own)) {
      if (databases.has(path)) continue
      await mkdir(dirname(join(beside, path)), { recursive: true })
      if (await copy(join(from, path), join(beside, path))) files++
    }
    await rename(beside, to)
    await syncFolder(dirname(to))
    return { databases: databases.size, files }
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

/** Paths within the folder. A link counts as its target, which can contain the copy itself, `own`. */
async function* filesOf(
  { from, without }: CopyDataFolder,
  own: string,
  foreign?: ReadonlySet<string>,
): AsyncGenerator<string> {
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (without.has(folder) || foreign?.has(folder) || basename(folder) === own) continue
    for (const name of await readdir(join(from, folder))) {
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
