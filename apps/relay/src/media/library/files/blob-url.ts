import { extensionOf } from '../mime/mime.ts'
import type { StoredFile } from './file-index.ts'

/** BUD-02's blob descriptor. */
export interface BlobDescriptor {
  readonly url: string
  readonly sha256: string
  readonly size: number
  readonly type: string
  /** Unix seconds. */
  readonly uploaded: number
  /** The same as tags of a kind 1063 event (BUD-08, NIP-94). */
  readonly nip94: readonly (readonly [string, string])[]
}

export interface BlobFacts {
  /** Hash of the upload that this file was made from; by default its own. */
  readonly original?: string
  /** Pixels. */
  readonly width?: number | null
  readonly height?: number | null
}

/** `origin`: clients' address of the public server, without a trailing slash. */
export function describeBlob(file: StoredFile, origin: string, facts: BlobFacts = {}): BlobDescriptor {
  const url = `${origin}/${file.hash}.${extensionOf(file.mime)}`
  const { original = file.hash, width, height } = facts
  return {
    url,
    sha256: file.hash,
    size: file.bytes,
    type: file.mime,
    uploaded: file.uploadedAt,
    nip94: [
      ['url', url],
      ['m', file.mime],
      ['x', file.hash],
      ['ox', original],
      ['size', String(file.bytes)],
      ...(width && height ? [['dim', `${width}x${height}`] as const] : []),
    ],
  }
}
