import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { elementIn, elementsIn, type S3Body, type S3Client, S3Error } from './s3-client.ts'

/** Larger files go in parts of this size: one request takes at most 5 GB, and a broken part alone is sent again. */
const usualPartBytes = 64 * 2 ** 20

export interface FileToPut {
  readonly handle: FileHandle
  readonly size: number
  readonly hash: string
}

/** Stores a file under this name, completely or not at all. Throws S3Error. */
export async function putFile(
  client: S3Client,
  key: string,
  { handle, size, hash }: FileToPut,
  partBytes = usualPartBytes,
): Promise<void> {
  if (size > partBytes) await putParts(client, key, handle, { size, partBytes })
  else await client.ask({ method: 'PUT', key, body: bodyOf(handle, 0, size, hash) })
}

/** Names and sizes, in the order of names. Throws S3Error. */
export async function* listFiles(client: S3Client, prefix: string): AsyncGenerator<{ key: string; bytes: number }[]> {
  let after: string | undefined
  const pages = new Set<string>()
  do {
    const query = { 'list-type': '2', prefix, ...(after && { 'continuation-token': after }) }
    const xml = await client.ask({ method: 'GET', key: '', query })
    yield elementsIn(xml, 'Contents').map(entry => ({
      key: elementIn(entry, 'Key') ?? '',
      bytes: Number(elementIn(entry, 'Size')),
    }))
    after = elementIn(xml, 'IsTruncated') === 'true' ? elementIn(xml, 'NextContinuationToken') : undefined
    if (after && pages.has(after)) throw new S3Error(200, 'a list without an end')
    if (after) pages.add(after)
  } while (after)
}

async function putParts(
  client: S3Client,
  key: string,
  handle: FileHandle,
  { size, partBytes }: { readonly size: number; readonly partBytes: number },
): Promise<void> {
  const begun = await client.ask({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = elementIn(begun, 'UploadId') ?? ''
  try {
    const parts: string[] = []
    for (let from = 0; from < size; from += partBytes) {
      const bytes = Math.min(partBytes, size - from)
      const body = bodyOf(handle, from, bytes, await hashOf(handle, from, bytes))
      const query = { partNumber: String(parts.length + 1), uploadId }
      const answer = await client.open({ method: 'PUT', key, query, body })
      answer.resume()
      parts.push(answer.headers.etag ?? '')
    }
    const answer = await client.ask({ method: 'POST', key, query: { uploadId }, body: listOf(parts) })
    // Assembling can fail after the status was sent.
    if (elementIn(answer, 'Error') !== undefined) throw new S3Error(500, elementIn(answer, 'Code') ?? '')
  } catch (error) {
    await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

function bodyOf(handle: FileHandle, start: number, bytes: number, sha256: string): S3Body {
  const open = () => handle.createReadStream({ start, end: start + bytes - 1, autoClose: false })
  return { open, bytes, sha256 }
}

async function hashOf(handle: FileHandle, start: number, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ start, end: start + bytes - 1, autoClose: false }))
    hash.update(chunk)
  return hash.digest('hex')
}

function listOf(etags: readonly string[]): S3Body {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const xml = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  return { open: () => Readable.from([xml]), bytes: xml.length, sha256: createHash('sha256').update(xml).digest('hex') }
}
