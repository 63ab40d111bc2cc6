import type { StoredFile } from '@hornets/contract/admin/files/catalogue'
import { describe, expect, it } from 'vitest'
import { kindOf, toMediaFile, writeLength } from './media-file.ts'

const stored: StoredFile = {
  Hash: 'a'.repeat(64),
  FileName: 'bee.jpg',
  MimeType: 'image/jpeg',
  Content: 'AAAA',
  ThumbnailUrl: '/thumbnail',
  Url: `/api/files/${'a'.repeat(64)}/content?until=1&key=k`,
  Size: 1234,
  Timestamp: '2026-08-30T12:00:00Z',
  TimestampHornets: '2026-08-30T12:00:01Z',
  Owner: 'b'.repeat(64),
  Status: 'stored',
  Width: 640,
  Height: 480,
  DurationMs: null,
  Thumbhash: '',
  TrashedAt: null,
  PurgeAt: null,
}

describe('a stored file', () => {
  it('MEDIA-23, MEDIA-24: becomes id, name, type, size, time, path and a thumbnail as a data URL', () => {
    expect(toMediaFile(stored)).toMatchObject({
      id: stored.Hash,
      name: 'bee.jpg',
      type: 'image/jpeg',
      size: 1234,
      createdAt: '2026-08-30T12:00:00Z',
      path: `/api/files/${stored.Hash}`,
      thumbnail: 'data:image/webp;base64,AAAA',
      link: stored.Url,
    })
  })

  it('MEDIA-24, DATA-19: without a thumbnail or a link has none, and without a name is called by its hash', () => {
    expect(toMediaFile({ ...stored, Content: '' }).thumbnail).toBe(stored.ThumbnailUrl)
    const bare = toMediaFile({ ...stored, Content: '', ThumbnailUrl: '', Url: '', FileName: '' })
    expect(bare).toMatchObject({ name: stored.Hash, thumbnail: undefined, link: undefined })
  })

  it('is the same object each time, so that its card is not drawn again', () => {
    expect(toMediaFile(stored)).toBe(toMediaFile(stored))
  })
})

it.each([
  ['image/png', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg', 'audio'],
  ['application/pdf', 'other'],
  ['', 'other'],
] as const)('MEDIA-12: %s is shown as %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
})

it.each([
  [0, '0:00'],
  [61_400, '1:01'],
  [3_723_000, '1:02:03'],
])('%d ms is written %s', (milliseconds, text) => {
  expect(writeLength(milliseconds)).toBe(text)
})
