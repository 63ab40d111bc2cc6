import { type BlockedPubkey, reasonChars } from '@hornets/contract/admin/access'
import type { AccessEntry } from '@hornets/contract/admin/access-lists'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { isJson, readEntries } from './lists/entry-formats.ts'

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
  /** RFC 3339; missing: permanent. */
  readonly expires_at?: string
}

export type ImportError = 'not_a_key' | 'twice' | 'reason_too_long'

export interface ImportPlan {
  readonly entries: readonly ImportEntry[]
  readonly errors: readonly { line: number; text: string; error: ImportError }[]
}

const heading = /^"?(pubkey|npub|key)"?\s*(,|;|\t|$)/i

/** Cells, quoted or not (RFC 4180); separated by comma, semicolon or tab. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  )
}

/**
 * JSON, an export as CSV, or a key per line with an optional reason after a comma. `#` and headings are skipped, wrong
 * lines numbered.
 */
export function planImport(text: string): ImportPlan {
  const entries: ImportEntry[] = []
  const errors: ImportPlan['errors'][number][] = []
  const seen = new Set<string>()
  for (const { line, raw, key, reason, expires_at } of rowsOf(text)) {
    const pubkey = readPubkey(key)
    if (!pubkey) errors.push({ line, text: raw, error: 'not_a_key' })
    else if (seen.has(pubkey)) errors.push({ line, text: raw, error: 'twice' })
    else if ([...reason].length > reasonChars) errors.push({ line, text: raw, error: 'reason_too_long' })
    else entries.push({ line, pubkey, reason, ...(expires_at && { expires_at }) })
    if (pubkey) seen.add(pubkey)
  }
  return { entries, errors }
}

function rowsOf(text: string) {
  if (isJson(text))
    return readEntries(text, 'blocked-pubkeys').map(({ value, reason = '', expires_at }, index) => ({
      line: index + 1,
      raw: value,
      key: value,
      reason,
      expires_at,
    }))
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((raw, index) => {
    if (raw.trim() === '' || raw.startsWith('#') || (index === 0 && heading.test(raw))) return []
    const [key = '', written = '', , , expiry = ''] = cellsOf(raw)
    return [{ line: index + 1, raw, key, reason: fromText(written), expires_at: isTime(expiry) ? expiry : undefined }]
  })
}

/** As an entry of the other lists, for their formats. */
export const asEntry = ({ pubkey, blocked_at, blocked_by, blocked_by_name, ...block }: BlockedPubkey): AccessEntry => ({
  ...block,
  value: pubkey,
  created_at: blocked_at,
  created_by: blocked_by,
  created_by_name: blocked_by_name,
})

const isTime = (cell: string) => /^\d{4}-\d\d-\d\dT/.test(cell) && !Number.isNaN(Date.parse(cell))

/** Protects formulas with an apostrophe, which importing removes. */
const asText = (cell: string) => (/^'*[=+\-@\t]/.test(cell) ? `'${cell}` : cell)
const fromText = (cell: string) => (/^''*[=+\-@\t]/.test(cell) ? cell.slice(1) : cell)

const quoted = (cell: string) => `"${cell.replaceAll('"', '""').replaceAll(/\s*[\r\n]+\s*/g, ' ')}"`

/** CSV with a heading and a UTF-8 mark for spreadsheets; importing it gives the same keys, reasons and expiries. */
export function exportCsv(rows: readonly BlockedPubkey[], separator: 'comma' | 'semicolon'): string {
  const between = separator === 'semicolon' ? ';' : ','
  const lines = rows.map(({ pubkey, reason, blocked_at, blocked_by, expires_at }) =>
    [pubkey, quoted(asText(reason)), blocked_at, blocked_by ?? '', expires_at ?? ''].join(between),
  )
  const head = ['pubkey', 'reason', 'blocked_at', 'blocked_by', 'expires_at'].join(between)
  return `\uFEFF${[head, ...lines, ''].join('\r\n')}`
}
