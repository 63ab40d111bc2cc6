import type { StoredFile } from '@hornets/contract/admin/files/catalogue'
import type { Route } from 'playwright-core'
import { pubkey } from '../visitor.ts'
import type { Answer, Received, StubRelay } from './stub-relay.ts'

const pixel = 'R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='
export const showPixel = (route: Route) =>
  route.fulfill({ contentType: 'image/gif', body: Buffer.from(pixel, 'base64') })

/** The same in a colour of the n-th file. */
export function pixelOf(number: number): string {
  const picture = Buffer.from(pixel, 'base64')
  const channel = (phase: number) => 128 + Math.round(90 * Math.sin(number + phase))
  // The colour table follows the header and the screen's description.
  picture.set([channel(0), channel(2), channel(4)], 13)
  return picture.toString('base64')
}

const day = 86_400_000
const newest = Date.parse('2026-08-30T12:00:00Z')

export const hashOf = (number: number): string => number.toString(16).padStart(64, '0')

/** The n-th newest file: one a day, so that some thirty stand in each month. */
export function fileOf(number: number, facts: Partial<StoredFile> = {}): StoredFile {
  const at = new Date(newest - number * day).toISOString()
  return {
    Hash: hashOf(number),
    FileName: `picture-${number}.jpg`,
    MimeType: 'image/jpeg',
    Content: pixelOf(number),
    ThumbnailUrl: `/api/files/${hashOf(number)}/thumbnail?until=1&key=k`,
    Url: `/api/files/${hashOf(number)}/content?until=1&key=k`,
    Size: 1000 + number,
    Timestamp: at,
    TimestampHornets: at,
    Owner: pubkey,
    Status: 'stored',
    Width: 640,
    Height: 480,
    DurationMs: null,
    Thumbhash: '',
    TrashedAt: null,
    PurgeAt: null,
    ...facts,
  }
}

export const filesUpTo = (count: number): StoredFile[] => Array.from({ length: count }, (_, number) => fileOf(number))

/** What a relay with so many files says of them, in one page. */
export function filesAnswers(count: number): Readonly<Record<string, unknown>> {
  const files = filesUpTo(count)
  const bytes = files.reduce((sum, { Size }) => sum + Size, 0)
  return {
    '/api/files': {
      data: files,
      meta: { page: 1, limit: 20, total: count, total_bytes: bytes, total_pages: count > 0 ? 1 : 0, next: null },
    },
    '/api/files/months': { months: monthsOf(files) },
    '/api/files/jobs': { jobs: [] },
  }
}

/** Has a stub relay keep files: it lists, counts, deletes and restores them. Change the list to change what it keeps. */
export function playFiles({ answers }: StubRelay, files: StoredFile[]): void {
  const matching = ({ query }: Received) => {
    const [family] = (query.get('type') ?? '').split('/')
    const status = query.get('status') ?? 'stored'
    const q = query.get('q') ?? ''
    return files.filter(
      file => file.Status === status && file.MimeType.startsWith(family ?? '') && file.FileName.includes(q),
    )
  }
  const put = (hashes: readonly string[], Status: StoredFile['Status']): number => {
    let count = 0
    for (const [at, file] of files.entries())
      if (hashes.includes(file.Hash) && file.Status !== Status) {
        files[at] = { ...file, Status }
        count += 1
      }
    return count
  }
  answers.set('GET /api/files', received => {
    const found = matching(received)
    const page = Number(received.query.get('page') ?? 1)
    const limit = Number(received.query.get('limit') ?? 20)
    return {
      body: {
        data: found.slice((page - 1) * limit, page * limit),
        meta: {
          page,
          limit,
          total: found.length,
          total_bytes: found.reduce((sum, { Size }) => sum + Size, 0),
          total_pages: Math.ceil(found.length / limit),
          next: null,
        },
      },
    }
  })
  answers.set('GET /api/files/range', received => {
    const found = matching(received)
    const ends = ['first', 'last'].map(name => found.findIndex(({ Hash }) => Hash === received.query.get(name)))
    const between = found.slice(Math.min(...ends), Math.max(...ends) + 1)
    return { body: { files: between.map(({ Hash, Size }) => ({ hash: Hash, bytes: Size })) } }
  })
  answers.set('GET /api/files/months', received => ({ body: { months: monthsOf(matching(received)) } }))
  answers.set('GET /api/files/jobs', { body: { jobs: [] } })
  answers.set('POST /api/files/delete', ({ body }) => {
    const { hashes } = body as { hashes: string[] }
    const deleted = put(hashes, 'trashed')
    return { body: { deleted, failed: hashes.length - deleted } }
  })
  answers.set('POST /api/files/restore', ({ body }) => {
    const { hashes } = body as { hashes: string[] }
    const restored = put(hashes, 'stored')
    return { body: { restored, failed: hashes.length - restored } }
  })
  for (const { Hash } of files) {
    answers.set(`DELETE /api/files/${Hash}`, () => ({ body: { success: put([Hash], 'trashed') === 1 } }))
    answers.set(`GET /api/files/${Hash}/details`, () => detailsOf(files.find(file => file.Hash === Hash)))
    answers.set(`GET /api/files/${Hash}/events`, { body: { events: [], finished: true } })
  }
}

function detailsOf(file: StoredFile | undefined): Answer {
  if (!file) return { status: 404, body: { error: 'Not found', code: 'not_found' } }
  return {
    body: {
      file,
      publicUrl: `https://relay.example/${file.Hash}`,
      blossomUri: `blossom:${file.Hash}.jpg?xs=relay.example&sz=${file.Size}`,
      otherUrls: [`https://cdn.example/${file.Hash}.jpg`],
      owners: [{ pubkey, name: 'Ada', uploadedAt: file.Timestamp }],
      camera: null,
      fetched: { count: 7, lastAt: file.Timestamp },
    },
  }
}

function monthsOf(files: readonly StoredFile[]) {
  const months = new Map<string, { month: string; files: number; bytes: number }>()
  for (const { Timestamp, Size } of files) {
    const month = Timestamp.slice(0, 7)
    const { files: count = 0, bytes = 0 } = months.get(month) ?? {}
    months.set(month, { month, files: count + 1, bytes: bytes + Size })
  }
  return [...months.values()]
}
