import { open } from 'node:fs/promises'
import { freemem } from 'node:os'

const chunkBytes = 1024 * 1024

export interface WarmOptions {
  readonly signal: AbortSignal
  /** Bytes of memory that can be used without displacing what other programs use; default: the system's figure. */
  readonly spareBytes?: number
}

/**
 * Reads a file once, so that the system has it in memory: a query on the serving thread waits for each page that comes
 * from the disk, and everyone waits with it. Leaves alone a file that takes more than half of the spare memory, since
 * its own pages would displace each other.
 * @returns bytes read
 */
export async function warmFile(path: string, { signal, spareBytes = freemem() }: WarmOptions): Promise<number> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > spareBytes / 2) return 0
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size))
    let read = 0
    while (!signal.aborted) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, read)
      if (bytesRead === 0) break
      read += bytesRead
    }
    return read
  } finally {
    await file.close()
  }
}
