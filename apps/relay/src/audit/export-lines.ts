import type { AuditEntry } from '@hornets/contract/admin/audit'
import { byteOrderMark, type CsvSeparator, csvLine } from '@hornets/server/csv'

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
  readonly separator: CsvSeparator
}

/** JSON lines, or CSV (RFC 4180) with a header, in the chunks in which entries arrive. */
export async function* exportLines(
  parts: AsyncIterable<readonly AuditEntry[]>,
  { format, separator }: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield byteOrderMark + csvLine(columns, separator)
  for await (const entries of parts)
    yield entries
      .map(entry =>
        format === 'csv'
          ? csvLine(
              columns.map(column => entry[column]),
              separator,
            )
          : `${JSON.stringify(entry)}\n`,
      )
      .join('')
}
