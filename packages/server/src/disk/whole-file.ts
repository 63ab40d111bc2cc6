import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Written beside and renamed once on disk, for its own user only. Durable when it resolves. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.new`
  await rm(beside, { force: true })
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** Resolves once the folder's entries are on disk. Windows cannot open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
