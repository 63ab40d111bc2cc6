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

/** One JSON object a line, or CSV (RFC 4180) with a head line. */
export async function* exportLines(
  entries: AsyncIterable<AuditEntry>,
  format: 'jsonl' | 'csv',
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\r\n`
  for await (const entry of entries) yield format === 'csv' ? csvLine(entry) : `${JSON.stringify(entry)}\n`
}

function csvLine(entry: AuditEntry): string {
  return `${columns.map(column => csvCell(entry[column])).join(',')}\r\n`
}

/** What a spreadsheet would run as a formula is made text by an apostrophe before it. */
function csvCell(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
