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
  const valuesOf = (name: string) =>
    entries.flatMap(entry => (entry.startsWith(`${name} `) ? [entry.slice(name.length + 1).trim()] : []))
  const [type] = valuesOf('m')
  if (type !== undefined && !/^(image|video)\//i.test(type)) return []
  return [...valuesOf('url'), ...valuesOf('image'), ...valuesOf('thumb'), ...valuesOf('fallback')].filter(url =>
    /^https?:/i.test(url),
  )
}

/** What an imeta tag says of the type of an address that it names. */
export function namedTypeOf(url: string, { tags }: Pick<NostrEvent, 'tags'>): string | undefined {
  const entries = tags.find(([name, ...said]) => name === 'imeta' && said.includes(`url ${url}`))
  return entries
    ?.find(entry => entry.startsWith('m '))
    ?.slice(2)
    .trim()
}

export function contentTypeOf(url: string): 'image' | 'video' | undefined {
  const ending = /\.([a-z0-9]{2,5})$/i.exec(URL.parse(clean(url))?.pathname ?? '')?.[1]?.toLowerCase() ?? ''
  if (imageEndings.includes(ending)) return 'image'
  return videoEndings.includes(ending) ? 'video' : undefined
}

const clean = (url: string) => url.replace(/[.,;:!?)\]]+$/, '')
