import type { NostrEvent } from '@hornets/contract'
import { imageEndings, videoEndings } from '../access/rules/has-media.ts'

/** Further ones of an event are not judged one by one: it waits, and comes before the operator. */
export const mediaUrlsMax = 20
const address = /https?:\/\/[^\s"'<>\\^`{|}]+/gi

/** The images and videos that an event shows: in its content, its `imeta` and its `r` tags. Each once. */
export function mediaUrlsOf({ content, tags }: Pick<NostrEvent, 'content' | 'tags'>): string[] {
  const found = new Set<string>()
  for (const [url] of content.matchAll(address)) if (contentTypeOf(url)) found.add(clean(url))
  for (const [name, value = '', ...rest] of tags) {
    if (name === 'r' && contentTypeOf(value)) found.add(clean(value))
    if (name === 'imeta') for (const url of urlsIn([value, ...rest])) found.add(url)
  }
  return [...found].filter(url => URL.canParse(url))
}

/** NIP-92: `url …` and `m …`. An address without a known ending counts unless its type is another one. */
function urlsIn(entries: readonly string[]): string[] {
  const [type] = valuesOf('m', entries)
  if (type !== undefined && !/^(image|video)\//i.test(type)) return []
  return ['url', 'image', 'thumb', 'fallback']
    .flatMap(name => valuesOf(name, entries))
    .filter(url => /^https?:/i.test(url))
}

/** The media type that an imeta tag gives for the address in its `url` entry. */
export function namedTypeOf(url: string, { tags }: Pick<NostrEvent, 'tags'>): string | undefined {
  const tag = tags.find(entries => entries[0] === 'imeta' && valuesOf('url', entries).includes(url))
  return tag && valuesOf('m', tag)[0]
}

function valuesOf(name: string, entries: readonly string[]): string[] {
  return entries.flatMap(entry => (entry.startsWith(`${name} `) ? [entry.slice(name.length + 1).trim()] : []))
}

export function contentTypeOf(url: string): 'image' | 'video' | undefined {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(URL.parse(clean(url))?.pathname ?? '')?.[1]?.toLowerCase() ?? ''
  if (imageEndings.includes(ending)) return 'image'
  return videoEndings.includes(ending) ? 'video' : undefined
}

const clean = (url: string) => url.replace(/[.,;:!?)\]]+$/, '')
