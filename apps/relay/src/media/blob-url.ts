import type { StoredFile } from './file-index.ts'
import { extensionOf } from './mime.ts'

/** BUD-02's blob descriptor. */
export interface BlobDescriptor {
  readonly url: string
  readonly sha256: string
  readonly size: number
  readonly type: string
  /** Unix seconds. */
  readonly uploaded: number
}

/** `origin`: clients' address of the public server, without a trailing slash. */
export function describeBlob(file: StoredFile, origin: string): BlobDescriptor {
  return {
    url: `${origin}/${file.hash}.${extensionOf(file.mime)}`,
    sha256: file.hash,
    size: file.bytes,
    type: file.mime,
    uploaded: file.uploadedAt,
  }
}
