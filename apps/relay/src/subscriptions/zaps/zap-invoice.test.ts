import { expect, it } from 'vitest'
import { readZapInvoice } from './zap-invoice.ts'

// From BOLT 11's examples.
const start = 'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq'
const hashed = `lnbc20m1${start}hp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqscc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf9sygkshp5zfem29trqq2yxxz7`
const described = `lnbc2500u1${start}dpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny`

it('reads amount, payment hash and description hash of the BOLT’s example', () => {
  const expected = {
    amountMsats: 2_000_000_000,
    paymentHash: '0001020304050607080900010203040506070809000102030405060708090102',
    descriptionHash: '3925b6f67e2c340036ed12093dd44e0368df1b6ea26c53dbe4811f58fd5db8c1',
  }
  expect(readZapInvoice(hashed)).toEqual(expected)
  expect(readZapInvoice(hashed.toUpperCase())).toEqual(expected)
})

it.each([
  ['a description in plain words', described],
  ['a wrong checksum', hashed.replace(/7$/, 'q')],
  ['nothing', ''],
  ['an address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['far too much', `lnbc1${'q'.repeat(8000)}`],
])('reads nothing in an invoice with %s', (_, text) => {
  expect(readZapInvoice(text)).toBeNull()
})
