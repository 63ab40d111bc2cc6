import type { AccessEntry, AccessList, WordMatch } from '@hornets/contract/admin/access-lists'
import { isEvent, listedIn } from './list-event.ts'

export interface ImportedEntry {
  readonly value: string
  readonly reason?: string
  readonly expires_at?: string | null
  readonly match?: WordMatch
}

/** Names of the value in other relays' lists: relay.tools, NIP-86, ours. */
const valueNames = ['value', 'pubkey', 'ip', 'keyword', 'word', 'npub']

/**
 * CSV, lines with reasons, JSON (NIP-86, relay.tools, ours), objects keyed by value (strfry's plugins), list events
 * (NIP-51).
 */
export function readEntries(text: string, list?: ExportedList): ImportedEntry[] {
  const plain = text.replace(/^\uFEFF/, '').trim()
  const found = isJson(plain) ? fromJson(plain, list) : fromLines(plain)
  return [...new Map(found.map(entry => [entry.value, entry])).values()]
}

export const isJson = (text: string): boolean => /^[[{]/.test(text.replace(/^\uFEFF/, '').trim())

function fromJson(text: string, list?: ExportedList): ImportedEntry[] {
  try {
    const json: unknown = JSON.parse(text)
    if (isEvent(json)) return listedIn(json, list === 'words' ? 'word' : 'p').map(value => ({ value }))
    return entriesIn(partOf(json, list))
  } catch {
    return []
  }
}

/** Of a whole relay of relay.tools, the list that is meant. */
function partOf(json: unknown, list: ExportedList | undefined): unknown {
  const { allow_list, block_list } = (json ?? {}) as Record<string, Record<string, unknown> | undefined>
  if (!list || (!allow_list && !block_list)) return json
  const lists = list === 'allowed-pubkeys' ? allow_list : block_list
  return lists?.[isOfKeys(list) ? 'list_pubkeys' : 'list_keywords'] ?? []
}

function entriesIn(json: unknown): ImportedEntry[] {
  if (typeof json === 'string') return json.trim() === '' ? [] : [{ value: json.trim() }]
  if (Array.isArray(json)) return json.flatMap(entriesIn)
  if (typeof json !== 'object' || json === null) return []
  const fields = json as Record<string, unknown>
  const value = valueNames.map(name => fields[name]).find(given => typeof given === 'string')
  if (typeof value === 'string') return [{ value: value.trim(), ...extrasOf(fields) }]
  return Object.entries(fields).flatMap(([key, inner]) => {
    if (inner === true) return [{ value: key }]
    return typeof inner === 'object' ? entriesIn(inner) : []
  })
}

function extrasOf({ reason, expires_at, match }: Record<string, unknown>): Omit<ImportedEntry, 'value'> {
  return {
    ...(typeof reason === 'string' && reason !== '' && { reason }),
    ...(typeof expires_at === 'string' && !Number.isNaN(Date.parse(expires_at)) && { expires_at }),
    ...((match === 'word' || match === 'part' || match === 'pattern') && { match }),
  }
}

const heading = /^"?(value|pubkey|npub|ip|word|keyword)"?\s*(,|;|\t|$)/i

function fromLines(text: string): ImportedEntry[] {
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '' && !line.startsWith('#'))
  const names = heading.test(lines[0] ?? '') ? cellsOf(lines.shift() ?? '').map(name => name.toLowerCase()) : []
  return lines.flatMap(line => {
    const [value = '', ...rest] = cellsOf(line)
    const fields = Object.fromEntries(rest.map((cell, at) => [names[at + 1] ?? (at === 0 ? 'reason' : ''), cell]))
    return value === '' ? [] : [{ value, ...extrasOf(fields) }]
  })
}

/** Quoted or not (RFC 4180); separated by comma, semicolon or tab. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)].map(([, quoted, plain]) =>
    fromText((quoted?.replaceAll('""', '"') ?? plain ?? '').trim()),
  )

/** Protects formulas with an apostrophe, which importing removes. */
const asText = (cell: string) => (/^'*[=+\-@\t]/.test(cell) ? `'${cell}` : cell)
const fromText = (cell: string) => (/^''*[=+\-@\t]/.test(cell) ? cell.slice(1) : cell)
const quoted = (cell: string) =>
  `"${asText(cell)
    .replaceAll('"', '""')
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')}"`

export function writeCsv(entries: readonly AccessEntry[], separator: 'comma' | 'semicolon'): string {
  const between = separator === 'semicolon' ? ';' : ','
  const names = ['value', 'reason', 'expires_at', 'match', 'created_at', 'created_by']
  const lines = entries.map(({ value, reason, expires_at, match, created_at, created_by }) =>
    [quoted(value), quoted(reason), expires_at ?? '', match ?? '', created_at, created_by ?? ''].join(between),
  )
  return `\uFEFF${[names.join(between), ...lines, ''].join('\r\n')}`
}

/** A list of keys is of allowed or of blocked ones. */
export type ExportedList = AccessList | 'blocked-pubkeys'
export const listFormats = ['csv', 'json', 'nip86', 'relay-tools', 'strfry'] as const
export type ListFormat = (typeof listFormats)[number]

/** NIP-86 has no words, relay.tools no addresses, and strfry's plugins usually neither. */
export const formatsOf = (list: ExportedList): readonly ListFormat[] =>
  listFormats.filter(format => format === 'csv' || format === 'json' || nameIn(format, list) !== undefined)

const isOfKeys = (list: ExportedList) => list === 'allowed-pubkeys' || list === 'blocked-pubkeys'

/** What such a file calls a value of the list; undefined if it has no such list. */
function nameIn(format: ListFormat, list: ExportedList): string | undefined {
  if (isOfKeys(list)) return 'pubkey'
  if (list === 'addresses') return format === 'relay-tools' ? undefined : 'ip'
  return format === 'relay-tools' ? 'keyword' : undefined
}

export function writeForeign(format: ListFormat, list: ExportedList, entries: readonly AccessEntry[]): string {
  const name = nameIn(format, list) ?? 'value'
  const rows = entries.map(({ value, reason }) => ({ [name]: value, reason }))
  const lists = { [isOfKeys(list) ? 'list_pubkeys' : 'list_keywords']: rows }
  const found = {
    strfry: Object.fromEntries(entries.map(({ value }) => [value, true])),
    'relay-tools': { [list === 'allowed-pubkeys' ? 'allow_list' : 'block_list']: lists },
  }
  return `${JSON.stringify(format === 'strfry' || format === 'relay-tools' ? found[format] : rows, null, 2)}\n`
}

export function writeJson(entries: readonly AccessEntry[]): string {
  const kept = entries.map(({ value, reason, expires_at, match, created_at, created_by }) => ({
    value,
    reason,
    expires_at,
    ...(match && { match }),
    created_at,
    created_by,
  }))
  return `${JSON.stringify(kept, null, 2)}\n`
}
