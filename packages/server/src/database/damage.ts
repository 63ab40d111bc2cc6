import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** SQLITE_CORRUPT and SQLITE_NOTADB; other errors say nothing about the file. */
const damageCodes = [11, 26]
const magic = 'SQLite format 3\0'
const headerBytes = 100

export function isSqliteDamage(error: unknown): boolean {
  const { errcode = 0 } = (error ?? {}) as { errcode?: number }
  return damageCodes.includes(errcode & 0xff)
}

/** What damage means for whoever starts the program, after what is wrong with the file. */
export const damageAdvice = 'It is damaged and was not changed: put back the last backup of it'

/** Runs statements of this database. An error by damage names the file, which SQLite's does not. */
export function naming<Result>(database: DatabaseSync, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && isSqliteDamage(error) && !error.message.includes(damageAdvice))
      error.message = `${database.location()} cannot be read: ${error.message}. ${damageAdvice}`
    throw error
  }
}

/**
 * SQLite notices only when it reads what is missing, and takes an empty file for a new one: `isNew` false refuses that.
 */
export function assertWhole(path: string, isNew = true): void {
  const { size, header, isLogged } = readStart(path)
  if (size === undefined) return
  if (size === 0) {
    if (!isNew && !isLogged) throw damaged(path, 'it is empty')
    return
  }
  if (header.toString('latin1', 0, magic.length) !== magic) throw damaged(path, 'file is not a database')
  // What is in the log is not in the file yet; and its header says how long it is only if the last writer knew.
  const isTold = header.readUInt32BE(24) === header.readUInt32BE(92)
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const wanted = pageBytes * header.readUInt32BE(28)
  if (isTold && !isLogged && size < wanted) throw damaged(path, `${size} of its ${wanted} bytes are left`)
}

function readStart(path: string) {
  const header = Buffer.alloc(headerBytes)
  const size = read(path, header)
  return { size, header, isLogged: (read(`${path}-wal`, Buffer.alloc(1)) ?? 0) > 0 }
}

/** The file's size; undefined if it cannot be read, which SQLite then says. */
function read(path: string, into: Buffer): number | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    readSync(file, into)
    return fstatSync(file).size
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const damaged = (path: string, what: string) => new Error(`${path} cannot be opened: ${what}. ${damageAdvice}`)
