import type { CameraData, StoredFile } from '@hornets/contract/admin/files/catalogue'
import { trashDays } from '@hornets/contract/admin/files/file-changes'
import { toTimestamp } from '@hornets/server/clock'
import type { FileLinks } from '../links/file-links.ts'
import { extensionOf } from '../mime/mime.ts'
import type { CatalogueRow } from './catalogue-store.ts'

export interface FileFacts {
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  /** Base64; empty without a thumbnail. */
  readonly thumbhash: string
  readonly hasThumbnail: boolean
  readonly camera: CameraData | null
}

export const noFacts: FileFacts = {
  width: null,
  height: null,
  durationMs: null,
  thumbhash: '',
  hasThumbnail: false,
  camera: null,
}

export const trashSeconds = trashDays * 86_400

export const shownName = ({ name, hash, mime }: Pick<CatalogueRow, 'name' | 'hash' | 'mime'>): string =>
  name || `${hash}.${extensionOf(mime)}`

export function toWire(row: CatalogueRow, facts: FileFacts, links: FileLinks, thumbnail = ''): StoredFile {
  const at = toTimestamp(row.received_at * 1000)
  const { trashed_at } = row
  return {
    Hash: row.hash,
    FileName: shownName(row),
    MimeType: row.mime,
    Content: thumbnail,
    ThumbnailUrl: facts.hasThumbnail ? links.to('thumbnail', row.hash) : '',
    Url: links.to('content', row.hash),
    Size: row.bytes,
    Timestamp: at,
    TimestampHornets: at,
    Owner: row.owner,
    Status: row.trashed ? 'trashed' : 'stored',
    Width: facts.width,
    Height: facts.height,
    DurationMs: facts.durationMs,
    Thumbhash: facts.thumbhash,
    TrashedAt: trashed_at === null ? null : toTimestamp(trashed_at * 1000),
    PurgeAt: trashed_at === null ? null : toTimestamp((trashed_at + trashSeconds) * 1000),
  }
}
