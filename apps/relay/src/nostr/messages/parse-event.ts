import { kindMax, type NostrEvent } from '@hornets/contract'

export interface EventLimits {
  readonly eventTagsMax: number
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
  if (!event.content.isWellFormed()) return 'content holds half a surrogate pair'
  return errorOfTags(event.tags, limits.eventTagsMax)
}

function errorOfTags(tags: unknown, most: number): string | null {
  if (!Array.isArray(tags)) return 'tags must be a list'
  if (tags.length > most) return `there are more than ${most} tags`
  for (const tag of tags) {
    if (!Array.isArray(tag)) return 'each tag must be a list of strings'
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
