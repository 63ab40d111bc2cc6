import { asCount, asObject, asText, misbehaviour, readList } from '../answer-parts.ts'
import { type OldServer, TooLong } from '../old-server.ts'

/** How their listing names types: the beginning of a media type. */
export const fileTypes = ['image', 'video', 'audio', 'application', 'text', 'font', 'model'] as const

export interface ListedFile {
  readonly hash: string
  readonly name: string
  readonly mime: string
  /** The listing carries small ones; null if it does not. */
  readonly content: Buffer | null
  readonly bytes: number | null
}

export interface FilePlace {
  readonly type: number
  readonly offset: number
}

const pageFiles = 20
/** They send contents along, as Base64. */
export const pageBytesMax = 48 * 2 ** 20
const offsetMax = 10_000_000

export interface FilePage {
  /** Null for one that is too large for an answer. */
  readonly files: readonly (ListedFile | null)[]
  readonly next: FilePlace
}

/** The files from one place on, at most a page. Throws ApiError. */
export async function filesFrom(server: OldServer, { type, offset }: FilePlace): Promise<FilePage> {
  const answer = await pageAt(server, fileTypes[type] ?? '', offset)
  if (answer === 'too_long') {
    if (offset > offsetMax) throw misbehaviour()
    return { files: [null], next: { type, offset: offset + 1 } }
  }
  const files = readList(answer?.data).slice(0, pageFiles).map(fileOf)
  const total = asCount(asObject(answer?.meta)?.total) ?? 0
  const reached = offset + files.length
  const isOver = files.length === 0 || reached >= total || reached > offsetMax
  return { files, next: isOver ? { type: type + 1, offset: 0 } : { type, offset: reached } }
}

/** Pages are counted from 1; where twenty files are too much for one answer, they come one by one. */
async function pageAt(server: OldServer, type: string, offset: number) {
  const read = (limit: number) =>
    server.readObject(`/api/files?type=${type}&page=${Math.floor(offset / limit) + 1}&limit=${limit}`, pageBytesMax)
  for (const limit of offset % pageFiles === 0 ? [pageFiles, 1] : [1]) {
    try {
      return await read(limit)
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
    }
  }
  return 'too_long' as const
}

function fileOf(row: Readonly<Record<string, unknown>>): ListedFile {
  const content = asText(row.Content)
  return {
    hash: asText(row.Hash).toLowerCase(),
    name: asText(row.FileName),
    mime: asText(row.MimeType),
    content: content === '' ? null : Buffer.from(content, 'base64'),
    bytes: asCount(row.Size),
  }
}
