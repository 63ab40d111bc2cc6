import type { StoredFile } from '@hornets/contract/admin/files/catalogue'

/** What shows a file: an image, a video or an audio player, or a line of text. */
export type MediumKind = 'image' | 'video' | 'audio' | 'other'

/** A stored file as this page shows it (MEDIA-24). */
export interface MediaFile {
  /** SHA-256 of the content. */
  readonly id: string
  readonly name: string
  /** MIME type. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** RFC 3339, UTC. */
  readonly createdAt: string
  /** The file itself, for calls with a token. */
  readonly path: string
  /** The relay's thumbnail as a data URL, or a link to it where the list leaves it out; missing where it has none. */
  readonly thumbnail: string | undefined
  /** The file itself without a token, for an hour or two: for media tags and downloads (R-55). */
  readonly link: string | undefined
  /** Milliseconds, of sound or film. */
  readonly durationMs: number | undefined
  /** Public key of who uploaded it, hex. */
  readonly owner: string | undefined
  readonly isTrashed: boolean
  /** When it leaves the trash for good, RFC 3339. */
  readonly purgeAt: string | undefined
}

const made = new WeakMap<StoredFile, MediaFile>()

/** The same object for the same answer, so that a card is drawn once. */
export function toMediaFile(stored: StoredFile): MediaFile {
  const known = made.get(stored)
  if (known) return known
  const file: MediaFile = {
    id: stored.Hash,
    name: stored.FileName || stored.Hash,
    type: stored.MimeType,
    size: stored.Size,
    createdAt: stored.Timestamp,
    path: `/api/files/${stored.Hash}`,
    thumbnail: stored.Content ? `data:image/webp;base64,${stored.Content}` : stored.ThumbnailUrl || undefined,
    link: stored.Url || undefined,
    durationMs: stored.DurationMs ?? undefined,
    owner: stored.Owner || undefined,
    isTrashed: stored.Status === 'trashed',
    purgeAt: stored.PurgeAt ?? undefined,
  }
  made.set(stored, file)
  return file
}

export function kindOf(type: string): MediumKind {
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'other'
}

/** `1:02:03`, `2:03`: how long sound or film lasts. */
export function writeLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
