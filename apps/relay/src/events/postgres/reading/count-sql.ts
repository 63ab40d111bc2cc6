import { preferenceKind } from '../../event-kinds.ts'
import type { Filter } from '../../filter.ts'
import { partlySeenKinds, type ReadScope } from '../../read-scope.ts'
import { tagKey } from '../event-columns.ts'
import { textQuery } from '../text.ts'
import { type Asked, boundsOf, conditionsOf, heldFrom, narrowestTag, type Sql, timesOf, Values } from './conditions.ts'
import { type Spans, wholeHours } from './whole-hours.ts'

/** Number of events that match any of the filters; null if nothing can match. */
export function countSql(filters: readonly Filter[], asked: Asked): Sql | null {
  const values = new Values()
  const [filter] = filters
  const byCounters = filters.length === 1 && filter && isCounted(filter) ? countersSql(filter, asked, values) : null
  if (byCounters) return byCounters
  const read = readSql(filters, asked, values)
  return read === null ? null : { text: `SELECT ${read} AS count`, values: values.list }
}

const isCounted = ({ ids, authors, tags, search, after }: Filter) =>
  !ids && !authors && !tags?.length && search === undefined && !after

/**
 * Kinds and whole hours, without what expired or is held, and with what must be read: incomplete hours, and kinds of
 * which the reader sees a part. In one statement, so as of one moment.
 */
function countersSql(filter: Filter, asked: Asked, values: Values): Sql | null {
  const { scope, now } = asked
  const whole = wholeHours(filter)
  if (!whole) return null
  const { spans, times, edges } = whole
  const partly = values.add(partlySeenKinds(scope))
  const kinds = filter.kinds && values.add(filter.kinds)
  const isOpen = (of: string) =>
    `${of}.kind <> ALL (${partly}::int[])${kinds ? ` AND ${of}.kind = ANY (${kinds}::int[])` : ''}`
  const list = (of: (one: Spans) => number, type: string) => `${values.add(spans.map(of))}::${type}[]`
  const lists = [
    list(({ level }) => level, 'smallint'),
    list(({ first }) => first, 'bigint'),
    list(({ end }) => end, 'bigint'),
  ]
  const counted = `(SELECT coalesce(sum(c.count), 0) FROM unnest(${lists.join(', ')}) s (level, first, "end")
    JOIN kind_counts c ON c.level = s.level AND c.span >= s.first AND c.span < s."end" WHERE ${isOpen('c')})`
  const within = [isOpen('e'), ...boundsOf(times, values)].join(' AND ')
  const at = values.add(now)
  const gone = `(SELECT count(*) FROM (${few(`expires_at <= ${at}`)}) e WHERE ${within})`
  const isShown = heldFrom(scope, values)
  const held = isShown
    ? `(SELECT count(*) FROM (${few('held <> 0')}) e
        WHERE (e.expires_at IS NULL OR e.expires_at > ${at}) AND NOT (${isShown}) AND ${within})`
    : '0'
  const partlySeen = partlySeenOf(filter, scope)
  const read = readSql([...edges.map(edge => ({ ...filter, ...edge })), ...partlySeen], asked, values) ?? '0'
  return {
    text: `SELECT ${counted} - ${gone} - ${held} + ${read} AS count`,
    values: values.list,
    isUsual: partlySeen.length === 0,
  }
}

/** By its own small index, which `OFFSET` enforces: kept plans would read all of a kind or time instead. */
const few = (where: string) => `SELECT created_at, kind, pubkey, held, expires_at FROM events WHERE ${where} OFFSET 0`

function partlySeenOf(filter: Filter, { partyKinds, hidesPreferences, keys }: ReadScope): Filter[] {
  const isWanted = (kind: number) => filter.kinds?.includes(kind) ?? true
  const kinds = partyKinds.filter(isWanted)
  const parts: Filter[] = []
  if (kinds.length > 0 && keys.length > 0)
    parts.push({ ...filter, kinds, authors: keys }, { ...filter, kinds, tags: [['p', keys]] })
  if (hidesPreferences && isWanted(preferenceKind)) parts.push({ ...filter, kinds: [preferenceKind] })
  return parts
}

/** Each once; null if nothing can match. */
function readSql(filters: readonly Filter[], asked: Asked, values: Values): string | null {
  const parts = filters.flatMap(filter => {
    const where = conditionsOf(filter, asked, values)
    if (filter.search !== undefined) {
      const words = textQuery(filter.search, filter.isBeginning)
      if (words === null) return []
      where.push(`e.words @@ ${values.add(words)}::tsquery`)
    }
    const tags = narrowestTag(filter)
    if (!tags || filter.ids) return [`SELECT e.created_at, e.id FROM events e WHERE ${where.join(' AND ')}`]
    const keys = values.add(tags[1].map(value => tagKey(tags[0], value)))
    const tagged = [`t.tag = ANY (${keys}::uuid[])`, ...timesOf(filter, values, 't')].join(' AND ')
    return [
      `SELECT e.created_at, e.id FROM (SELECT DISTINCT t.created_at, t.id FROM event_tags t WHERE ${tagged}) t
       JOIN events e ON e.id = t.id AND e.created_at = t.created_at WHERE ${where.join(' AND ')}`,
    ]
  })
  return parts.length === 0 ? null : `(SELECT count(*) FROM (${parts.join(' UNION ')}) matching)`
}
