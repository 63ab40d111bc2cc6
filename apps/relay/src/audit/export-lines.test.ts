import type { AuditEntry } from '@hornets/contract/admin/audit'
import { describe, expect, it } from 'vitest'
import { type ExportFormat, exportLines } from './export-lines.ts'

const entry = (part: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-20T10:00:00.000Z',
  actor: null,
  actorName: '',
  action: 'settings.save',
  target: 't',
  before: null,
  after: null,
  address: null,
  outcome: 'done',
  hash: 'f'.repeat(64),
  ...part,
})

async function written(entries: readonly AuditEntry[], format: ExportFormat): Promise<string[]> {
  const parts: string[] = []
  const given = (async function* () {
    for (const one of entries) yield [one]
  })()
  for await (const part of exportLines(given, format)) parts.push(part)
  return parts
}

function cellsOf(line: string, separator: string): string[] {
  const cells = line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}"]*))`, 'g'))
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

describe('a CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '＋1', '－1', '＠A'])(
    'escapes %j, which a spreadsheet would run',
    async formula => {
      for (const separator of ['comma', 'semicolon'] as const) {
        const [, line = ''] = await written([entry({ target: formula })], { format: 'csv', separator })
        const cell = cellsOf(line.replace(/\r\n$/, ''), separator === 'comma' ? ',' : ';')[5]
        expect(cell).toBe(`'${formula}`)
      }
    },
  )

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
  ] as const)(
    'with the %s keeps every text in its cell, umlauts, separators, quotes and line breaks',
    async (separator, sign) => {
      const texts = ['Müller, Söhne', 'a;b', 'says "no"', 'two\nlines', '']
      const entries = texts.map(target => entry({ target, after: { größe: 1 } }))
      const [head = '', ...lines] = await written(entries, { format: 'csv', separator })
      expect(head).toMatch(new RegExp(`^\\uFEFFid${sign}at${sign}.*\\r\\n$`))
      expect(lines.map(line => cellsOf(line.replace(/\r\n$/, ''), sign))).toEqual(
        texts.map(target => [
          '1',
          '2026-11-20T10:00:00.000Z',
          '',
          '',
          'settings.save',
          target,
          '',
          '{"größe":1}',
          '',
          'done',
          'f'.repeat(64),
        ]),
      )
    },
  )
})

it('JSON lines are the entries as they are, without a mark', async () => {
  const entries = [entry({ target: '=1' }), entry({ id: 2, after: { a: [1] } })]
  const parts = await written(entries, { format: 'jsonl', separator: 'semicolon' })
  expect(parts.map(part => JSON.parse(part))).toEqual(entries)
})
