import { open } from 'node:fs/promises'
import { freemem } from 'node:os'

const chunkBytes = 1024 * 1024

/** Bytes of memory that this process can use without displacing what others use: the machine's, or its container's. */
function spareMemory(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.min(freemem(), limit - process.memoryUsage.rss())
}

export function fitsIntoMemory(bytes: number, spareBytes = spareMemory()): boolean {
  return bytes <= spareBytes / 2
}

export interface WarmOptions {
  readonly signal: AbortSignal
  /** Default: what the system says. */
  readonly spareBytes?: number
}

/**
 * A query waits for each page from the disk, and everyone with it. Not above half of the spare memory. Returns bytes
 * read.
 */
export async function warmFile(path: string, { signal, spareBytes }: WarmOptions): Promise<number> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (!fitsIntoMemory(size, spareBytes)) return 0
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
