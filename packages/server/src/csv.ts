/** Marks UTF-8 for spreadsheets; without it Excel garbles umlauts. */
export const byteOrderMark = '\uFEFF'

export type CsvSeparator = 'comma' | 'semicolon'

/** RFC 4180. Null is an empty cell, objects are JSON; an apostrophe protects text that would run as a formula. */
export function csvLine(cells: readonly unknown[], separator: CsvSeparator): string {
  return `${cells.map(csvCell).join(separator === 'semicolon' ? ';' : ',')}\r\n`
}

function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : `${value}`
  const safe = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
