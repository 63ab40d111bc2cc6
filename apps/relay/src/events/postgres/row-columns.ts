import type { RowTable } from '../engines/engine-rows.ts'
import { timeMax } from '../event-name.ts'

type Type = 'int' | 'bytes' | 'bool' | 'identifier' | 'text' | 'time'
type Column = readonly [name: string, type: Type]

export interface RowColumns {
  readonly table: string
  readonly key: readonly Column[]
  readonly values: readonly Column[]
  /** Its rows alone belong to the table. */
  readonly where?: string
}

const id: Column = ['id', 'bytes']
const arrival: readonly Column[] = [
  ['received_at', 'int'],
  ['expires_at', 'time'],
  ['was_held', 'bool'],
]

/** Columns of `EngineRow`, in its order. An index has the order of each key. */
export const rowColumns: Readonly<Record<RowTable, RowColumns>> = {
  events: { table: 'events', key: [['seq', 'int']], values: [id, ...arrival] },
  held: { table: 'events', key: [['seq', 'int']], values: [['held', 'int']], where: 'held <> 0' },
  trash: {
    table: 'trash',
    key: [
      ['job', 'int'],
      ['seq', 'int'],
    ],
    values: [id, ['at', 'int'], ...arrival, ['held', 'int']],
  },
  banned: {
    table: 'banned',
    key: [id],
    values: [
      ['reason', 'text'],
      ['at', 'int'],
      ['decided_by', 'text'],
    ],
  },
  deleted_ids: { table: 'deleted_ids', key: [id, ['pubkey', 'bytes']], values: [] },
  deleted_addresses: {
    table: 'deleted_addresses',
    key: [
      ['pubkey', 'bytes'],
      ['kind', 'int'],
      ['identifier', 'identifier'],
    ],
    values: [['until', 'time']],
  },
  vanished: { table: 'vanished', key: [['pubkey', 'bytes']], values: [['until', 'time']] },
  unfinished: {
    table: 'unfinished',
    key: [
      ['what', 'text'],
      ['key', 'bytes'],
    ],
    values: [['next_tag', 'int']],
  },
  changes: { table: 'changes', key: [['number', 'int']], values: [['change', 'text']] },
}

const shown: Readonly<Record<Type, (column: string) => string>> = {
  int: column => `${column}::text`,
  text: column => column,
  bool: column => `${column}::int::text`,
  bytes: column => `encode(${column}, 'hex')`,
  identifier: column => `left(replace(${column}::text, '-', ''), 24)`,
  time: column => `CASE WHEN ${column} IS NULL THEN 0 ELSE least(greatest(${column}, 1), ${timeMax}) END::text`,
}

const stored: Readonly<Record<Type, (text: string) => string>> = {
  int: text => `${text}::bigint`,
  text: text => text,
  bool: text => `(${text} = '1')`,
  bytes: text => `decode(${text}, 'hex')`,
  identifier: text => `rpad(${text}, 32, '0')::uuid`,
  time: text => `nullif(${text}::bigint, 0)`,
}

const list = (columns: readonly Column[], one: (column: Column, at: number) => string) => columns.map(one).join(', ')
const shownKey = ({ key }: RowColumns) => `ARRAY[${list(key, ([name, type]) => shown[type](`r.${name}`))}]`
const shownValues = ({ values }: RowColumns) =>
  `ARRAY[${list(values, ([name, type]) => shown[type](`r.${name}`))}]::text[]`

/** `$1…`: texts of the key behind which it begins, if any; then the limit. */
export function sliceSql(of: RowColumns, { isFirst, isWhole }: { isFirst: boolean; isWhole: boolean }): string {
  const { table, key, where = 'true' } = of
  const order = list(key, ([name]) => `r.${name}`)
  const behind = isFirst ? 'true' : `(${order}) > (${list(key, ([, type], at) => stored[type](`$${at + 1}::text`))})`
  const json = isWhole && hasJson(of) ? 'r.json' : 'NULL AS json'
  return `SELECT ${shownKey(of)} AS key, ${shownValues(of)} AS values, ${json} FROM ${table} r
    WHERE ${where} AND ${behind} ORDER BY ${order} LIMIT $${isFirst ? 1 : key.length + 1}`
}

/** `$1…`: a list of texts for each part of the key. */
const given = ({ key }: RowColumns) =>
  `(SELECT ${list(key, ([, type], at) => `${stored[type](`g${at}`)} AS k${at}`)}, n
    FROM unnest(${list(key, (_, at) => `$${at + 1}::text[]`)}) WITH ORDINALITY AS t (${list(key, (_, at) => `g${at}`)}, n)) g`

const isGiven = ({ key }: RowColumns) => key.map(([name], at) => `r.${name} = g.k${at}`).join(' AND ')

export const valuesSql = (of: RowColumns) => `SELECT g.n, ${shownValues(of)} AS values
  FROM ${given(of)} JOIN ${of.table} r ON ${isGiven(of)} WHERE ${of.where ?? 'true'}`

export const removeSql = (of: RowColumns) => `DELETE FROM ${of.table} r USING ${given(of)} WHERE ${isGiven(of)}`

/** `$1…`: a list of texts for each column, key first, and of the JSON where there is one. */
export function putSql(of: RowColumns): string {
  const columns = [...of.key, ...of.values, ...(hasJson(of) ? [['json', 'text'] as const] : [])]
  return `INSERT INTO ${of.table} (${list(columns, ([name]) => name)})
    SELECT ${list(columns, ([, type], at) => stored[type](`g${at}`))}
    FROM unnest(${list(columns, (_, at) => `$${at + 1}::text[]`)}) AS t (${list(columns, (_, at) => `g${at}`)})`
}

export const hasJson = ({ table, where }: RowColumns) =>
  where === undefined && (table === 'events' || table === 'trash')
