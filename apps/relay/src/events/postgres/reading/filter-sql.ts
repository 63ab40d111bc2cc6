import type { Filter } from '../../filter.ts'
import { searchCandidatesMax } from '../../search/search-terms.ts'
import { tagKey } from '../event-columns.ts'
import { textQuery } from '../text.ts'
import { type Asked, boundsOf, bytes, conditionsOf, narrowestTag, type Sql, timesOf, Values } from './conditions.ts'

interface Lead {
  /** Gives `v`. */
  readonly values: string
  readonly count: number
  readonly from: string
  readonly where: string
  /** The table whose index has this order. */
  readonly ordered: 'e' | 't'
  /** What else the filter wants: a whole list beside one of its values would be looked up for each of them. */
  readonly rest: Filter
}

const pairsMax = 500
const kindsMax = 50
/** Looked up row by row, which `OFFSET` enforces: a kept plan would guess that a time has hardly any events. */
const eventOf = (row: string, times: readonly string[]) => {
  const where = [`e.id = ${row}.id`, `e.created_at = ${row}.created_at`, ...times].join(' AND ')
  return `CROSS JOIN LATERAL (SELECT * FROM events e WHERE ${where} OFFSET 0) e`
}

function leadOf(filter: Filter, values: Values): Lead | null {
  const { ids, authors, kinds } = filter
  const ofEvents = { from: 'events e', ordered: 'e' } as const
  const list = (of: readonly unknown[], type: string) => `unnest(${values.add(of)}::${type}[])`
  const distinct = <T>(of: readonly T[]) => [...new Set(of)]
  if (ids) {
    const wanted = distinct(ids)
    return {
      ...ofEvents,
      values: `${list(wanted.map(bytes), 'bytea')} v (id)`,
      count: wanted.length,
      where: 'e.id = v.id',
      rest: { ...filter, ids: undefined },
    }
  }
  const tags = narrowestTag(filter)
  if (tags) {
    const keys = distinct(tags[1].map(value => tagKey(tags[0], value)))
    const where = ['t.tag = v.tag', ...timesOf(filter, values, 't')].join(' AND ')
    const rest = { ...untimed(filter), tags: filter.tags?.filter(other => other !== tags) }
    return {
      values: `${list(keys, 'uuid')} v (tag)`,
      count: keys.length,
      from: `event_tags t ${eventOf('t', boundsOf(filter, values))}`,
      where,
      ordered: 't',
      rest,
    }
  }
  if (authors) {
    const writers = distinct(authors)
    const own = `${list(writers.map(bytes), 'bytea')} v (pubkey)`
    if (!kinds || writers.length * kinds.length > pairsMax)
      return {
        ...ofEvents,
        values: own,
        count: writers.length,
        where: 'e.pubkey = v.pubkey',
        rest: { ...filter, authors: undefined },
      }
    const wanted = distinct(kinds)
    const both = `(SELECT pubkey, kind FROM ${own} CROSS JOIN ${list(wanted, 'int')} k (kind)) v`
    const where = 'e.pubkey = v.pubkey AND e.kind = v.kind'
    const rest = { ...filter, authors: undefined, kinds: undefined }
    return { ...ofEvents, values: both, count: writers.length * wanted.length, where, rest }
  }
  if (!kinds || kinds.length > kindsMax) return null
  const wanted = distinct(kinds)
  return {
    ...ofEvents,
    values: `${list(wanted, 'int')} v (kind)`,
    count: wanted.length,
    where: 'e.kind = v.kind',
    rest: { ...filter, kinds: undefined },
  }
}

const untimed = (filter: Filter): Filter => ({ ...filter, since: undefined, until: undefined, after: undefined })

const textOf = ({ isOfKeys }: Asked) => (isOfKeys ? "'' AS json" : 'e.json')

const pageBytes = 1_000_000
/**
 * Of each value the first few are read, at least `eachMin`: they are certain up to the first place where one has
 * perhaps more.
 */
export function pageSql(filter: Filter, asked: Asked, { max, eachMin }: { max: number; eachMin: number }): Sql {
  const values = new Values()
  const lead = leadOf(filter, values)
  const where = conditionsOf(lead?.rest ?? filter, asked, values).join(' AND ')
  const size = `${values.add(max)}::int`
  const order = (table: string) => `ORDER BY ${table}.created_at DESC, ${table}.id`
  const certain = lead
    ? certainByLead(lead, where, { size, each: `${values.add(eachOf(lead, max, eachMin))}::int` })
    : `certain AS (SELECT e.created_at, e.id, false AS is_cut FROM events e WHERE ${where} ${order('e')} LIMIT ${size})`
  return {
    text: `WITH ${certain} SELECT created_at, id, json, bytes, is_cut OR found = ${size} OR found > count(*) OVER () AS has_more
    FROM (
      SELECT c.created_at, c.id, ${textOf(asked)}, e.bytes, c.is_cut, count(*) OVER () AS found,
        sum(e.bytes) OVER (${order('c')}) - e.bytes AS before
      FROM certain c ${eventOf('c', boundsOf(filter, values))}
    ) page WHERE before < ${pageBytes} ORDER BY created_at DESC, id`,
    values: values.list,
    isUsual: isUsual(lead?.rest ?? filter),
  }
}

/** Strangers cannot make many such forms. */
const isUsual = ({ ids, authors, tags = [] }: Filter) => !ids && !authors && tags.length === 0

const eachOf = ({ count }: Lead, max: number, eachMin: number) =>
  Math.min(max, Math.max(eachMin, Math.ceil((4 * max) / Math.max(count, 1))))

function certainByLead(lead: Lead, where: string, { size, each }: { size: string; each: string }): string {
  const { ordered } = lead
  return `k AS MATERIALIZED (
    SELECT f.created_at, f.id, f.r FROM ${lead.values} CROSS JOIN LATERAL (
      SELECT s.created_at, s.id, row_number() OVER () AS r FROM (
        SELECT ${ordered}.created_at, ${ordered}.id FROM ${lead.from} WHERE ${lead.where} AND ${where}
        ORDER BY ${ordered}.created_at DESC, ${ordered}.id LIMIT ${each}
      ) s
    ) f
  ), cut AS (SELECT created_at, id FROM k WHERE r = ${each} ORDER BY created_at DESC, id LIMIT 1),
  certain AS (
    SELECT DISTINCT k.created_at, k.id, cut.id IS NOT NULL AS is_cut FROM k LEFT JOIN cut ON true
    WHERE cut.id IS NULL OR k.created_at > cut.created_at OR (k.created_at = cut.created_at AND k.id <= cut.id)
    ORDER BY created_at DESC, id LIMIT ${size}
  )`
}

/** Best match first, then the newest arrival. If too many match, the newest; `+ 0` reads the words' index. */
export function searchSql(filter: Filter, asked: Asked): Sql | null {
  const words = textQuery(filter.search ?? '', filter.isBeginning)
  if (words === null) return null
  const values = new Values()
  const query = `${values.add(words)}::tsquery`
  const where = conditionsOf({ ...filter, after: undefined }, asked, values).join(' AND ')
  const limit = Math.min(filter.limit ?? searchCandidatesMax, searchCandidatesMax)
  return {
    text: `WITH found AS MATERIALIZED (
      SELECT e.created_at, e.id, e.seq, e.words FROM events e WHERE e.words @@ ${query} AND ${where}
      ORDER BY e.seq + 0 DESC LIMIT ${searchCandidatesMax + 1}
    ), best AS (
      SELECT created_at, id, seq,
        CASE WHEN (SELECT count(*) FROM found) > ${searchCandidatesMax} THEN 0 ELSE ts_rank(words, ${query}, 1) END AS rank
      FROM found ORDER BY rank DESC, seq DESC LIMIT ${limit}
    )
    SELECT b.created_at, b.id, ${textOf(asked)}, e.bytes, false AS has_more
    FROM best b JOIN events e ON e.id = b.id AND e.created_at = b.created_at ORDER BY b.rank DESC, b.seq DESC`,
    values: values.list,
  }
}
