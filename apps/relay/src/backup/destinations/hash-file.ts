import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 in hex and size of a file. */
export async function hashOfFile(path: string): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) {
    hash.update(chunk)
    bytes += (chunk as Buffer).length
  }
  return { hash: hash.digest('hex'), bytes }
}
