import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import { ApiError } from '@hornets/server/api-error'

export type Json = Readonly<Record<string, unknown>>

/** Objects in memory are many times their text: 48 MB of `{}` would be a gigabyte. Files as Base64 are one part. */
const partsMax = 1_000_000
const [comma, list, object] = [',', '[', '{'].map(sign => sign.charCodeAt(0))

/** JSON of a stranger; null if it is none. Throws ApiError if it has too many parts. */
export function parsed(text: string): unknown {
  if (text.length > partsMax && hasTooManyParts(text)) throw misbehaviour()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasTooManyParts(text: string): boolean {
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === comma || sign === list || sign === object) parts += 1
  }
  return parts > partsMax
}

export const misbehaviour = (cause?: unknown) => new ApiError('bad_gateway', moveMessages.misbehaves, { cause })

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** Go's null stands for an empty list. Throws ApiError for anything else. */
export function readList(value: unknown): readonly Json[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw misbehaviour()
  return value.map(asObject).filter(one => one !== undefined)
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const asCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
