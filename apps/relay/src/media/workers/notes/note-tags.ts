import { encode } from 'blurhash'
import { thumbHashToRGBA } from 'thumbhash'
import type { FileFacts } from '../../library/catalogue/file-rows.ts'
import { describeBlob } from '../../library/files/blob-url.ts'
import type { StoredFile } from '../../library/files/file-index.ts'

export const fileNoteKind = 1063

export interface NotedFile extends StoredFile {
  readonly original: string
  readonly description: string
}

/** `origin`: where clients find files, without a trailing slash. */
export function noteOf(file: NotedFile, facts: FileFacts, origin: string) {
  const { nip94 } = describeBlob(file, origin, { ...facts, original: file.original })
  const tags: (readonly [string, string])[] = [...nip94]
  if (facts.thumbhash) tags.push(['blurhash', blurhashOf(facts.thumbhash)])
  if (facts.hasThumbnail) tags.push(['thumb', `${origin}/thumb/${file.hash}.webp`])
  if (file.description) tags.push(['alt', file.description])
  return { content: file.description, tags }
}

const [more, fewer] = [4, 3]

/** The same placeholder as the thumbhash (base64), transparent parts on white. */
export function blurhashOf(thumbhash: string): string {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  const pixels = new Uint8ClampedArray(rgba.length)
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 255) / 255
    for (let part = at; part < at + 3; part += 1) pixels[part] = (rgba[part] ?? 0) * alpha + 255 * (1 - alpha)
    pixels[at + 3] = 255
  }
  return encode(pixels, w, h, w < h ? fewer : more, w < h ? more : fewer)
}
