import type { StoredFile } from './file-index.ts'
import { extensionOf } from './mime.ts'

/** What BUD-02 calls a blob descriptor. */
export interface BlobDescriptor {
  readonly url: string
  readonly sha256: string
  readonly size: number
  readonly type: string
  /** Unix seconds. */
  readonly uploaded: number
}

/** `origin`: where clients reach the public server, without a slash at the end. */
export function describeBlob(file: StoredFile, origin: string): BlobDescriptor {
  return {
    url: `${origin}/${file.hash}.${extensionOf(file.mime)}`,
    sha256: file.hash,
    size: file.bytes,
    type: file.mime,
    uploaded: file.uploadedAt,
  }
}
