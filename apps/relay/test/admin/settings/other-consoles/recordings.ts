import { readFileSync } from 'node:fs'

export type Server = '2025-05' | '2026-04'
export const servers: readonly Server[] = ['2025-05', '2026-04']

/** One call that a real server of the family answered, as it was recorded. */
export interface Recorded {
  /** `GET /api/kinds`, or `websocket`, of which only the answer was recorded. */
  readonly call: string
  readonly note?: string
  readonly sent?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** With the token of the sign-in before. */
  readonly token?: true
  readonly status?: number
  readonly answer: unknown
}

export function recordingsOf(server: Server): readonly Recorded[] {
  return JSON.parse(readFileSync(new URL(`answers-${server}.json`, import.meta.url), 'utf8')).calls
}

/** The name of a call in the table: ids left out, repetitions numbered. */
export function namesOf(calls: readonly Recorded[]): string[] {
  const seen = new Map<string, number>()
  return calls.map(({ call, note, answer }) => {
    const what = call === 'websocket' ? `websocket ${String((answer as unknown[])[0])}` : call
    const name = `${what.replace(/[0-9a-f]{64}/g, ':id')}${note ? ` (${note})` : ''}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} #${times}`
  })
}

/** Where an answer lacks what was recorded: a member, a type, in lists an element. Empty if it has all of it. */
export function lacks(recorded: unknown, ours: unknown, { place = 'answer', mayBeEmpty = false } = {}): string[] {
  // Go writes null for an empty list or object.
  if (recorded === null) return ours === undefined ? [`${place} is missing`] : []
  if (kindOf(recorded) !== kindOf(ours)) return [`${place} is ${kindOf(ours)} in place of ${kindOf(recorded)}`]
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    if (recorded.length > 0 && ours.length === 0 && !mayBeEmpty) return [`${place} is empty`]
    return recorded
      .slice(0, ours.length)
      .flatMap((item, at) => lacks(item, ours[at], { place: `${place}[${at}]`, mayBeEmpty }))
  }
  if (typeof recorded !== 'object') return []
  const members = Object.entries(recorded as object)
  // Named by numbers: a table, of which a row stands for all.
  const isTable = members.length > 0 && members.every(([key]) => /^\d+$/.test(key))
  return (isTable ? members.slice(0, 1) : members).flatMap(([key, value]) =>
    lacks(value, (ours as Record<string, unknown>)[key], { place: `${place}.${key}`, mayBeEmpty }),
  )
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
