import type { Filter } from '../../events/filter.ts'
import { isHex64, isWhole } from './parse-event.ts'

export interface FilterLimits {
  readonly filterValuesMax: number
}

export type ParsedFilter = { readonly filter: Filter } | { readonly error: string }

const searchLengthMax = 512
const tagName = /^#[a-zA-Z]$/

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Parses a filter of a REQ or COUNT (NIP-01, NIP-50). Errors start with a prefix of NIP-01. */
export function parseFilter(value: unknown, limits: FilterLimits): ParsedFilter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('a filter must be an object')
  const filter: Mutable<Filter> = {}
  const tags: [string, readonly string[]][] = []
  let values = 0
  for (const [key, given] of Object.entries(value)) {
    if (Array.isArray(given)) values += given.length
    if (values > limits.filterValuesMax) return invalid(`a filter may hold ${limits.filterValuesMax} values at most`)
    if (key === 'ids' || key === 'authors') {
      if (!isListOf(given, isHex64)) return invalid(`${key} must be a list of 64 lower-case hex characters each`)
      filter[key] = given
    } else if (key === 'kinds') {
      if (!isListOf(given, isKind)) return invalid('kinds must be a list of whole numbers')
      filter.kinds = given
    } else if (key === 'since' || key === 'until' || key === 'limit') {
      if (!isWhole(given, Number.MAX_SAFE_INTEGER)) return invalid(`${key} must be a whole number`)
      filter[key] = given
    } else if (key === 'search') {
      if (typeof given !== 'string') return invalid('search must be a string')
      if (given.length > searchLengthMax) return invalid(`search is limited to ${searchLengthMax} characters`)
      filter.search = given
    } else if (tagName.test(key)) {
      if (!isListOf(given, isString)) return invalid(`${key} must be a list of strings`)
      tags.push([key.charAt(1), given])
    } else {
      // Ignoring it would return more than requested.
      return { error: 'unsupported: the filter contains unknown elements' }
    }
  }
  if (tags.length > 0) filter.tags = tags
  return { filter }
}

function invalid(text: string): ParsedFilter {
  return { error: `invalid: ${text}` }
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(is)
}

function isKind(value: unknown): value is number {
  return isWhole(value, Number.MAX_SAFE_INTEGER)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
