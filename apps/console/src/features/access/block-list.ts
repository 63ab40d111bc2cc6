import { type BlockedPubkey, reasonChars } from '@hornets/contract/admin/access'
import { readPubkey } from '../../api/signers/pubkey.ts'

/** Rows whose hex key or reason contains the text, or whose key is the given npub. Keeps the order. */
export function searchBlocked(rows: readonly BlockedPubkey[], text: string): readonly BlockedPubkey[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  const whole = readPubkey(wanted)
  if (whole) return rows.filter(({ pubkey }) => pubkey === whole)
  return rows.filter(({ pubkey, reason }) => pubkey.includes(wanted) || reason.toLowerCase().includes(wanted))
}

export interface ImportEntry {
  readonly line: number
  readonly pubkey: string
  readonly reason: string
}

export type ImportError = 'not_a_key' | 'twice' | 'reason_too_long'

export interface ImportPlan {
  readonly entries: readonly ImportEntry[]
  readonly errors: readonly { line: number; text: string; error: ImportError }[]
}

const heading = /^"?(pubkey|npub|key)"?\s*(,|;|\t|$)/i

/** The first and second cell, quoted or not (RFC 4180); separated by comma, semicolon or tab. */
function cellsOf(line: string): [string, string] {
  const cells = [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
  return [cells[0]?.trim() ?? '', cells[1]?.trim() ?? '']
}

/**
 * Reads a list to block: one key per line, hex or npub, with an optional reason after a comma. Skips empty lines, lines
 * starting with `#` and a heading; unreadable lines are reported by number.
 */
export function planImport(text: string): ImportPlan {
  const entries: ImportEntry[] = []
  const errors: ImportPlan['errors'][number][] = []
  const seen = new Set<string>()
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    if (raw.trim() === '' || raw.startsWith('#') || (index === 0 && heading.test(raw))) continue
    const [key, written] = cellsOf(raw)
    const reason = fromText(written)
    const pubkey = readPubkey(key)
    if (!pubkey) errors.push({ line, text: raw, error: 'not_a_key' })
    else if (seen.has(pubkey)) errors.push({ line, text: raw, error: 'twice' })
    else if ([...reason].length > reasonChars) errors.push({ line, text: raw, error: 'reason_too_long' })
    else entries.push({ line, pubkey, reason })
    if (pubkey) seen.add(pubkey)
  }
  return { entries, errors }
}

/** Protects formulas with an apostrophe, which importing removes. */
const asText = (cell: string) => (/^'*[=+\-@\t]/.test(cell) ? `'${cell}` : cell)
const fromText = (cell: string) => (/^''*[=+\-@\t]/.test(cell) ? cell.slice(1) : cell)

const quoted = (cell: string) => `"${cell.replaceAll('"', '""').replaceAll(/\s*[\r\n]+\s*/g, ' ')}"`

/** The list as CSV with a heading and a UTF-8 mark for spreadsheets; importing it gives the same keys and reasons. */
export function exportCsv(rows: readonly BlockedPubkey[], separator: 'comma' | 'semicolon'): string {
  const between = separator === 'semicolon' ? ';' : ','
  const lines = rows.map(({ pubkey, reason, blocked_at, blocked_by }) =>
    [pubkey, quoted(asText(reason)), blocked_at, blocked_by ?? ''].join(between),
  )
  return `\uFEFF${[['pubkey', 'reason', 'blocked_at', 'blocked_by'].join(between), ...lines, ''].join('\r\n')}`
}
