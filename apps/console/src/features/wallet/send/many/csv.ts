/** A table line with the text line on which it starts, from 1. */
export interface TableLine {
  readonly line: number
  readonly cells: readonly string[]
}

const delimiters = ['\t', ';', ','] as const
type Delimiter = (typeof delimiters)[number]

/** RFC 4180, separated by tabs, semicolons, commas or spaces. Skips empty lines and those starting with #. */
export function readTable(text: string): TableLine[] {
  const plain = text.replace(/^\uFEFF/, '')
  const delimiter = delimiters.find(one => hasOutsideQuotes(plain, one))
  return readRecords(plain, delimiter)
    .filter(({ cells }) => cells.some(cell => cell !== '') && !cells[0]?.startsWith('#'))
    .map(record => (record.cells.length === 1 ? { ...record, cells: bySpaces(record.cells[0] ?? '') } : record))
}

const hasOutsideQuotes = (text: string, delimiter: Delimiter) => text.replace(/"(?:[^"]|"")*"/g, '').includes(delimiter)

/** `<address> 0.5 BTC rent`; a link is one cell, whatever it contains. */
function bySpaces(cell: string): string[] {
  const found = /^(\S+)\s+(\S*\d\S*(?:\s+(?:sats?|btc|usd))?)(?:\s+(.+))?$/i.exec(cell)
  return found ? [found[1] ?? '', found[2] ?? '', ...(found[3] === undefined ? [] : [found[3]])] : [cell]
}

function readRecords(text: string, delimiter: Delimiter | undefined): TableLine[] {
  const records: TableLine[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let wasQuoted = false
  let line = 1
  let begun = 1
  const endCell = () => {
    cells.push(wasQuoted ? cell : cell.trim())
    cell = ''
    wasQuoted = false
  }
  const endRecord = () => {
    endCell()
    records.push({ line: begun, cells })
    cells = []
    begun = line
  }
  const normal = text.replace(/\r\n?/g, '\n')
  for (let at = 0; at < normal.length; at += 1) {
    const sign = normal.charAt(at)
    if (sign === '\n') line += 1
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (normal.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
      wasQuoted = true
    } else if (sign === delimiter) endCell()
    else if (sign === '\n') endRecord()
    else if (!wasQuoted || sign.trim() !== '') cell += sign
  }
  endRecord()
  return records
}
