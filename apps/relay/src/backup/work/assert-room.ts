import { statfs } from 'node:fs/promises'

/** Throws if the folder's disk has not this many bytes above the relay's reserve. */
export async function assertRoom(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const missing = bytes + reserveBytes - bavail * bsize
  if (missing <= 0) return
  const megabytes = Math.ceil(missing / 1e6)
  throw new Error(
    `The disk of the data folder has too little free space for the copies: ${megabytes} MB more are needed.`,
  )
}
