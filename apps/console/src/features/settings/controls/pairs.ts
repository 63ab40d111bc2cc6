import { messages } from '@hornets/contract/messages'
import * as z from 'zod/mini'

export const pairTypes = ['string', 'number', 'boolean'] as const
export type PairType = (typeof pairTypes)[number]

/** One line of the free map being edited: numbers as typed, so that unfinished ones are kept. */
const pair = z.object({ key: z.string(), type: z.enum(pairTypes), value: z.union([z.string(), z.boolean()]) })
export type Pair = z.infer<typeof pair>

export type PairMap = Record<string, string | number | boolean>

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** Duplicate names and invalid numbers are refused. A line without a name is ignored (SET-70). */
export const pairsForm = z.object({
  pairs: z.array(pair).check(
    z.superRefine((pairs, context) => {
      const seen = new Set<string>()
      for (const [index, { key, type, value }] of pairs.entries()) {
        const name = key.trim()
        if (name === '') continue
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'key'], message: messages.duplicateKey })
        seen.add(name)
        if (type === 'number' && !isNumber(String(value)))
          context.addIssue({ code: 'custom', path: [index, 'value'], message: messages.fieldRequired })
      }
    }),
  ),
})
export type PairsForm = z.infer<typeof pairsForm>

const typeOf = (value: unknown): PairType =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string'

export function readPairs(map: Record<string, unknown>): Pair[] {
  return Object.entries(map).map(([key, value]) => ({
    key,
    type: typeOf(value),
    value: typeof value === 'boolean' ? value : String(value),
  }))
}

/** The lines as a map to save: trimmed names, nameless lines dropped, values converted (SET-68 to SET-70). */
export function mapOfPairs(pairs: readonly Pair[]): PairMap {
  const named = pairs.map(pair => ({ ...pair, key: pair.key.trim() })).filter(({ key }) => key !== '')
  return Object.fromEntries(named.map(({ key, type, value }) => [key, type === 'number' ? Number(value) : value]))
}

/** The line with another type: the value is converted if possible, else cleared. */
export function retyped({ key, value }: Pair, type: PairType): Pair {
  if (type === 'boolean') return { key, type, value: value === true || value === 'true' }
  if (type === 'string') return { key, type, value: String(value) }
  return { key, type, value: typeof value === 'string' && isNumber(value) ? value.trim() : '' }
}

/** How many names would be added, removed or changed. */
export function countPairChanges(loaded: Record<string, unknown>, pairs: readonly Pair[]): number {
  const edited = mapOfPairs(pairs)
  const names = new Set([...Object.keys(loaded), ...Object.keys(edited)])
  return [...names].filter(name => !Object.hasOwn(edited, name) || !Object.is(loaded[name], edited[name])).length
}

const linesByName = (pairs: readonly Pair[]) =>
  new Map(pairs.map(line => [line.key.trim(), line] as const).filter(([name]) => name !== ''))
const sameLine = (one: Pair | undefined, other: Pair) => one?.type === other.type && one.value === other.value
const readLine = (value: unknown) => pair.safeParse(value).data

/** Changes to the map by name: the changed line, or null if removed. Unfinished numbers are kept as typed. */
export function draftOfPairs(loaded: Record<string, unknown>, pairs: readonly Pair[]): Record<string, Pair | null> {
  const [before, now] = [linesByName(readPairs(loaded)), linesByName(pairs)]
  const gone = [...before.keys()].filter(name => !now.has(name)).map(name => [name, null] as const)
  return Object.fromEntries([...gone, ...[...now].filter(([name, line]) => !sameLine(before.get(name), line))])
}

/** The names in a draft that would change these lines. Invalid entries are skipped. */
export function fitPairs(draft: Record<string, unknown>, pairs: readonly Pair[]): Record<string, Pair | null> {
  const now = linesByName(pairs)
  const fitting = Object.entries(draft).flatMap(([name, value]) => {
    const line = value === null ? null : readLine(value)
    const changes = line === null ? now.has(name) : line && !sameLine(now.get(name), line)
    return changes ? [[name, line ?? null] as const] : []
  })
  return Object.fromEntries(fitting)
}

/** The lines with a fitting draft applied; others stay. */
export function pairsWithDraft(pairs: readonly Pair[], draft: Record<string, unknown>): Pair[] {
  const known = linesByName(pairs)
  const isChanged = (name: string) => name !== '' && Object.hasOwn(draft, name)
  const lines = pairs.flatMap(line => (isChanged(line.key.trim()) ? (readLine(draft[line.key.trim()]) ?? []) : line))
  return [...lines, ...Object.keys(draft).flatMap(name => (known.has(name) ? [] : (readLine(draft[name]) ?? [])))]
}
