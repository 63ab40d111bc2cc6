import type { AuditEntry } from '@hornets/contract/admin/audit'

const columns = [
  'id',
  'at',
  'actor',
  'actorName',
  'action',
  'target',
  'before',
  'after',
  'address',
  'outcome',
  'hash',
] as const

export interface ExportFormat {
  readonly format: 'jsonl' | 'csv'
  readonly separator: 'comma' | 'semicolon'
}

/** By this mark a spreadsheet knows UTF-8; without it Excel reads umlauts as two letters. */
const byteOrderMark = '\uFEFF'

/** One JSON object a line, or CSV (RFC 4180) with a head line, in the parts in which the entries come. */
export async function* exportLines(
  parts: AsyncIterable<readonly AuditEntry[]>,
  { format, separator }: ExportFormat,
): AsyncGenerator<string> {
  const between = separator === 'semicolon' ? ';' : ','
  const csvLine = (cells: readonly unknown[]) => `${cells.map(csvCell).join(between)}\r\n`
  if (format === 'csv') yield byteOrderMark + csvLine(columns)
  for await (const entries of parts)
    yield entries
      .map(entry => (format === 'csv' ? csvLine(columns.map(column => entry[column])) : `${JSON.stringify(entry)}\n`))
      .join('')
}

/** What a spreadsheet would run as a formula is made text by an apostrophe before it. */
function csvCell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
