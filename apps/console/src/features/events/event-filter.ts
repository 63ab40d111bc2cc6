/** A filter of NIP-01 with `search` (NIP-50), as it is on the wire. */
export interface EventFilter {
  readonly ids?: readonly string[]
  readonly authors?: readonly string[]
  readonly kinds?: readonly number[]
  /** Unix seconds. */
  readonly since?: number
  readonly until?: number
  readonly search?: string
  readonly [tag: `#${string}`]: readonly string[]
}

type Member = (value: unknown) => boolean

const isListOf = (is: Member) => (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(is)
const isHex: Member = value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isWhole: Member = value => Number.isSafeInteger(value) && (value as number) >= 0
const isText: Member = value => typeof value === 'string'
const members: ReadonlyMap<string, Member> = new Map(
  Object.entries({
    ids: isListOf(isHex),
    authors: isListOf(isHex),
    kinds: isListOf(isWhole),
    since: isWhole,
    until: isWhole,
    search: isText,
  }),
)
const isTag = (name: string) => /^#[a-zA-Z]$/.test(name)

export type ReadFilter = { readonly filter: EventFilter } | { readonly wrong: string }

/** Checks a filter; `wrong` names the member that makes no sense, and is empty if it is no object. */
function checkFilter(value: unknown): ReadFilter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { wrong: '' }
  for (const [name, given] of Object.entries(value)) {
    const isRight = isTag(name) ? isListOf(isText) : members.get(name)
    if (!isRight?.(given)) return { wrong: name }
  }
  return { filter: value as EventFilter }
}

export function parseFilter(text: string): ReadFilter {
  try {
    return checkFilter(JSON.parse(text))
  } catch {
    return { wrong: '' }
  }
}

/** The filter in the URL (`?filter={"kinds":[1]}`); one that makes no sense is as if it were not there. */
export function filterInUrl(given: unknown): EventFilter {
  const read = typeof given === 'string' ? parseFilter(given) : checkFilter(given)
  return 'filter' in read ? read.filter : {}
}

export const isEmptyFilter = (filter: EventFilter): boolean => Object.keys(filter).length === 0

/** With these members changed; undefined and empty ones are left out. */
export function withMembers(filter: EventFilter, changes: Readonly<Record<string, unknown>>): EventFilter {
  const all = Object.entries({ ...filter, ...changes })
  return Object.fromEntries(
    all.filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  ) as EventFilter
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Its tags as `letter:value`. */
export function tagsOf(filter: EventFilter): string[] {
  return Object.entries(filter).flatMap(([name, values]) =>
    isTag(name) ? (values as string[]).map(value => `${name.slice(1)}:${value}`) : [],
  )
}

/** Undefined: neither `t:hornets` nor `#t:hornets`. */
export function readTag(text: string): string | undefined {
  const [, letter, value] = /^#?([a-zA-Z])[:=](.+)$/s.exec(text) ?? []
  return letter && value ? `${letter}:${value}` : undefined
}

export function withTags(filter: EventFilter, tags: readonly string[]): EventFilter {
  const members: Record<string, unknown> = {}
  for (const name of Object.keys(filter)) if (isTag(name)) members[name] = undefined
  for (const tag of tags) {
    const name = `#${tag.charAt(0)}`
    members[name] = [...((members[name] as string[]) ?? []), tag.slice(2)]
  }
  return withMembers(filter, members)
}

/** Of a field for date and time; in the zone of this device. */
export function toLocalInput(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

export function fromLocalInput(text: string): number | undefined {
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, Math.floor(milliseconds / 1000))
}
