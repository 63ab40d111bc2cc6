import { open } from 'node:fs/promises'
import type { RemoteFile, RemoteFiles } from '../../library/uploads/remote-file.ts'

export interface FetchLimits {
  readonly bytesMax: number
  /** From the request to the last byte. */
  readonly limitMs: number
}

/** Writes a picture of another server to `path`. Throws if it is no picture, too large or too slow. */
export async function fetchPicture(
  files: Pick<RemoteFiles, 'open'>,
  address: string,
  path: string,
  { bytesMax, limitMs }: FetchLimits,
): Promise<void> {
  let remote: RemoteFile | undefined
  let isLate = false
  const giveUp = new AbortController()
  const timer = setTimeout(() => {
    isLate = true
    giveUp.abort()
    remote?.close()
  }, limitMs)
  try {
    remote = await files.open(address, giveUp.signal)
    if (!isPicture(remote.contentType)) throw new Error('the content is no picture')
    if ((remote.bytes ?? 0) > bytesMax) throw new Error('the picture is too large')
    const file = await open(path, 'wx', 0o600)
    try {
      let bytes = 0
      for await (const part of { [Symbol.asyncIterator]: () => (remote as RemoteFile).body }) {
        bytes += part.length
        if (bytes > bytesMax) throw new Error('the picture is too large')
        await file.writeFile(part)
      }
    } finally {
      await file.close()
    }
    if (isLate) throw new Error('the picture comes too slowly')
  } finally {
    clearTimeout(timer)
    remote?.close()
  }
}

/** Many servers do not say the type of a picture. SVG is a document. */
function isPicture(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream') return true
  return type.startsWith('image/') && !type.endsWith('xml')
}
