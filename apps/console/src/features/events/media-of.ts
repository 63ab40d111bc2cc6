import type { NostrEvent } from '@hornets/contract'

const mediaMax = 8
const blobUrl = /https?:\/\/[^\s"'<>]*?\/([0-9a-f]{64})(?:\.\w{1,5})?(?![0-9a-f])/g

/** SHA-256 of the files that an event names: in Blossom addresses of its text and tags, and in tags `x`. */
export function mediaOf({ content, tags }: Pick<NostrEvent, 'content' | 'tags'>): string[] {
  const found = new Set<string>()
  for (const [, hash = ''] of content.slice(0, 100_000).matchAll(blobUrl)) found.add(hash)
  for (const [name, ...values] of tags)
    for (const value of values) {
      if (name === 'x' && /^[0-9a-f]{64}$/.test(value)) found.add(value)
      for (const [, hash = ''] of value.slice(0, 5000).matchAll(blobUrl)) found.add(hash)
    }
  return [...found].slice(0, mediaMax)
}
