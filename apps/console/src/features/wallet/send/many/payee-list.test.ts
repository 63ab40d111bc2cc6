import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmountCell } from './amount-cell.ts'
import { readTable } from './csv.ts'
import { errorOf, type ListFrame, readPayees, repeatedOf } from './payee-list.ts'

const ada = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bob = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const foreign = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const frame: ListFrame = { unit: 'sats', network: 'mainnet', usdPerBitcoin: 50_000 }
const read = (text: string, more: Partial<ListFrame> = {}) =>
  readPayees(text, { ...frame, ...more }).map(row => {
    const error = errorOf(row, 'mainnet')
    return error ? `${row.line}: ${error}` : [row.line, row.address, row.amount, row.label].join(' ').trim()
  })

describe('a table', () => {
  it.each([
    ['commas', 'a,b\nc,d', ['1:a|b', '2:c|d']],
    ['semicolons, with commas in the cells', 'a;0,5\nc;d,e', ['1:a|0,5', '2:c|d,e']],
    ['tabs, with both in the cells', 'a\tb;c,d', ['1:a|b;c,d']],
    ['quotes with a delimiter, a line break and quotes in them', 'a,"b, ""c""\nd"\ne,f', ['1:a|b, "c"\nd', '3:e|f']],
    ['blanks around cells, another line end, a mark of its encoding', '\uFEFF a , b \r\n c ,d\r', ['1:a|b', '2:c|d']],
    ['empty lines and remarks left out', '\n# payees\na,b\n,\n\nc,d\n', ['3:a|b', '6:c|d']],
    [
      'spaces where there is nothing else',
      'a 5 Rent of May\nb 0.5 BTC\nc',
      ['1:a|5|Rent of May', '2:b|0.5 BTC', '3:c'],
    ],
    ['a quote that never ends', 'a,"b\nc', ['1:a|b\nc']],
  ])('parts cells by %s', (_, text, lines) => {
    expect(readTable(text).map(({ line, cells }) => `${line}:${cells.join('|')}`)).toEqual(lines)
  })

  it('reads quoted cells unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', ' ', '1'), minLength: 1 })
    const row = fc.tuple(cell, cell).map(([one, other]) => [`x${one}`, other])
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
        const text = rows.map(cells => cells.map(quoted).join(delimiter)).join('\r\n')
        expect(readTable(text).map(({ cells }) => cells)).toEqual(rows)
      }),
    )
  })
})

describe('an amount', () => {
  it.each([
    ['', 'sats', 'missing'],
    ['ten', 'sats', 'amount'],
    ['-5', 'sats', 'amount'],
    ['1e3', 'sats', 'amount'],
    ['0', 'sats', 'amount'],
    ['0.5', 'sats', 'fraction'],
    ['0.123456789', 'btc', 'fraction'],
    ['21000001', 'btc', 'amount'],
    ['1,500', 'btc', 'unclear'],
    ['1.500', 'usd', 'unclear'],
    ['1,50,000', 'sats', 'amount'],
    ['12 34', 'sats', 'amount'],
    ['.', 'btc', 'amount'],
  ] as const)('rejects %j in %s: %s', (text, unit, error) => {
    expect(readAmountCell(text, unit, 50_000)).toBe(error)
  })
  it('rejects dollars without a rate', () => {
    expect([readAmountCell('5', 'usd', null), readAmountCell('$5', 'sats', null)]).toEqual(['rate', 'rate'])
  })
  it.each([
    ['21000', 'sats', 21_000],
    ['1,500', 'sats', 1500],
    ['1.500', 'sats', 1500],
    ['1 234 567', 'sats', 1_234_567],
    ['1’500.00', 'sats', 1500],
    ['0.5', 'btc', 50_000_000],
    ['0,5', 'btc', 50_000_000],
    ['1.250', 'btc', 125_000_000],
    ['1,234.5', 'btc', 123_450_000_000],
    ['0.1000000000', 'btc', 10_000_000],
    ['0.5 BTC', 'sats', 50_000_000],
    ['₿0.00000001', 'sats', 1],
    ['700 sats', 'btc', 700],
    ['$12.50', 'sats', 25_000],
    ['$0.0333', 'sats', 67],
    ['1.250,00 USD', 'sats', 2_500_000],
  ] as const)('%s in %s is %d sats (WIRE-10)', (text, unit, sats) => {
    expect(readAmountCell(text, unit, 50_000)).toBe(sats)
  })
  it('of whole satoshis comes back to the last one from bitcoin with eight decimals, with a dot or a comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_100_000_000_000_000 }), fc.constantFrom('.', ','), (sats, sign) => {
        const text = `${Math.floor(sats / 1e8)}${sign}${String(sats % 1e8).padStart(8, '0')}`
        expect(readAmountCell(text, 'btc', null)).toBe(sats)
        expect(readAmountCell(String(sats), 'sats', null)).toBe(sats)
      }),
    )
  })
})

describe('a list of payees', () => {
  it('names each error by the number of its line', () => {
    const text = [
      `${ada},1000`,
      `${foreign},1000`,
      'nobody,1000',
      `${ada}`,
      `${bob},329`,
      `${ada},x`,
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2,5',
    ]
    expect(read(text.join('\n'))).toEqual([
      `1 ${ada} 1000`,
      '2: network',
      '3: address',
      '4: missing',
      '5: dust',
      '6: amount',
      '7: base58',
    ])
  })
  it.each([
    ['without a header', `${ada},1000,Ada`],
    ['with a header in any order, and its unit', `Label;Amount (BTC);Bitcoin address\nAda;0,00001;${ada}`],
    ['with a German header', `Empfänger\tBetrag in sats\tVerwendungszweck\n${ada}\t1.000\tAda`],
    ['with the amount before the address', `1000,${ada},Ada`],
    ['with spaces', `${ada} 1000 Ada`],
    ['as a link', `bitcoin:${ada}?amount=0.00001&label=Ada`],
    ['as a link in capitals, quoted', `"BITCOIN:${ada}?AMOUNT=0.00001&label=Ada"`],
    ['as a link with the amount beside it', `bitcoin:${ada}?label=Ada,1000`],
    ['as a link with the same amount beside it', `"bitcoin:${ada}?amount=0.00001";1000;Ada`],
  ])('is read %s', (_, text) => {
    expect(read(text).map(line => line.replace(/^\d /, ''))).toEqual([`${ada} 1000 Ada`])
  })
  it('takes a comma in the label of a link for what it is', () => {
    expect(read(`bitcoin:${ada}?amount=0.00001&label=Ada,5000`)).toEqual([`1 ${ada} 1000 Ada,5000`])
  })
  it('does not guess which of two amounts is meant', () => {
    expect(read(`7000,${ada},1000`)).toEqual(['1: columns'])
    expect(read(`bitcoin:${ada}?amount=0.5,1000`)).toEqual(['1: amounts'])
  })
  it('counts dollars at the rate, and amounts without a unit in the one that was chosen', () => {
    expect(read(`${ada},10`, { unit: 'usd' })).toEqual([`1 ${ada} 20000`])
    expect(read(`${ada},0.5\n${bob},600 sats`, { unit: 'btc' })).toEqual([`1 ${ada} 50000000`, `2 ${bob} 600`])
  })
  it('finds addresses that are listed twice, in either case', () => {
    const rows = readPayees(`${ada},1000\n${bob},1000\n${ada.toUpperCase()},2000`, frame)
    expect([...repeatedOf(rows)].map(([id, first]) => [id, first.line])).toEqual([[2, 1]])
  })
})
