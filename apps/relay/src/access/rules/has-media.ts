import type { NostrEvent } from '@hornets/contract'

/** Endings of addresses that are images or videos. */
export const imageEndings = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'bmp', 'svg', 'tif', 'tiff']
export const videoEndings = ['mp4', 'webm', 'mov', 'm4v', 'mkv', 'avi', 'ogv']
const audioEndings = ['mp3', 'm4a', 'ogg', 'opus', 'wav', 'flac']
/** Found in time that grows with the text only. */
const ending = new RegExp(`\\.(?:${[...imageEndings, ...videoEndings, ...audioEndings].join('|')})(?![a-z0-9])`, 'i')
/** Of a file by its hash (Blossom). */
const byHash = /\/[0-9a-f]{64}(?![0-9a-f])/i
const mediaTags: ReadonlySet<string> = new Set(['imeta', 'x', 'thumb'])
/** Kinds that are a file or an image themselves (NIP-94, 68, 71). */
const mediaKinds: ReadonlySet<number> = new Set([20, 21, 22, 1063])

const showsMedia = (text: string) => text.includes('://') && (ending.test(text) || byHash.test(text))

export function hasMedia({ kind, content, tags }: Pick<NostrEvent, 'kind' | 'content' | 'tags'>): boolean {
  if (mediaKinds.has(kind) || showsMedia(content)) return true
  return tags.some(
    ([name = '', value = '']) => mediaTags.has(name) || ((name === 'r' || name === 'url') && showsMedia(value)),
  )
}
