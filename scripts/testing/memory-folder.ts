import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30
const prefix = 'hornets-tests-'

/** Databases and nodes wait for a disk at each commit, a quarter of all time. Undefined without enough memory. */
export function keepTemporaryFilesInMemory({
  mount = '/dev/shm',
  filesBytes = 3 * gibibyte,
  memoryBytes = 8 * gibibyte,
} = {}): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    removeAbandoned(mount)
    const { bavail, bsize } = statfsSync(mount)
    if (bavail * bsize < filesBytes || Math.min(freemem(), process.availableMemory()) < memoryBytes) return undefined
    const folder = join(mount, `${prefix}${process.pid}`)
    mkdirSync(folder, { mode: 0o700 })
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    process.env.TMPDIR = folder
    return folder
  } catch {
    return undefined
  }
}

/** The folders of runs that were killed. */
function removeAbandoned(mount: string): void {
  for (const name of readdirSync(mount)) {
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(mount, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
