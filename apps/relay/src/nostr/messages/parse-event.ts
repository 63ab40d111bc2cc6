import { kindMax, type NostrEvent } from '@hornets/contract'

export interface EventLimits {
  readonly eventTagsMax: number
  readonly tagItemsMax: number
  readonly eventTagItemsMax: number
  readonly contentLengthMax: number
}

const isHexDigit = new Uint8Array(256)
for (const digit of '0123456789abcdef') isHexDigit[digit.charCodeAt(0)] = 1

/** A loop takes a fifth of a regular expression's time; a filter can have thousands of values. */
function isHex(value: unknown, length: number): value is string {
  if (typeof value !== 'string' || value.length !== length) return false
  for (let at = 0; at < length; at++) if (isHexDigit[value.charCodeAt(at)] !== 1) return false
  return true
}

export function isHex64(value: unknown): value is string {
  return isHex(value, 64)
}

/** What is wrong with an event's shape (NIP-01), in words for its author; null if nothing. */
export function errorOfEvent(value: unknown, limits: EventLimits): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'an event must be an object'
  const event = value as Partial<Record<keyof NostrEvent, unknown>>
  if (!isHex64(event.id)) return 'id must be 64 lower-case hex characters'
  if (!isHex64(event.pubkey)) return 'pubkey must be 64 lower-case hex characters'
  if (!isHex(event.sig, 128)) return 'sig must be 128 lower-case hex characters'
  if (!isWhole(event.created_at, Number.MAX_SAFE_INTEGER)) return 'created_at must be Unix seconds'
  if (!isWhole(event.kind, kindMax)) return `kind must be a whole number up to ${kindMax}`
  if (typeof event.content !== 'string') return 'content must be a string'
  if (event.content.length > limits.contentLengthMax) return `content is longer than ${limits.contentLengthMax}`
  if (!event.content.isWellFormed()) return 'content contains an unpaired surrogate'
  return errorOfTags(event.tags, limits)
}

function errorOfTags(tags: unknown, limits: EventLimits): string | null {
  if (!Array.isArray(tags)) return 'tags must be a list'
  if (tags.length > limits.eventTagsMax) return `there are more than ${limits.eventTagsMax} tags`
  let items = 0
  for (const tag of tags) {
    if (!Array.isArray(tag)) return 'each tag must be a list of strings'
    if (tag.length > limits.tagItemsMax) return `a tag has more than ${limits.tagItemsMax} values`
    items += tag.length
    if (items > limits.eventTagItemsMax) return `the tags have more than ${limits.eventTagItemsMax} values`
    for (const item of tag) {
      if (typeof item !== 'string') return 'each tag must be a list of strings'
      if (!item.isWellFormed()) return 'a tag holds half a surrogate pair'
    }
  }
  return null
}

/** -0 is excluded: it is written as 0, so its hash would differ. */
export function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most && !Object.is(value, -0)
}
