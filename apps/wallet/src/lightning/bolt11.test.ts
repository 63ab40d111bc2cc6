import { expect, test } from 'vitest'
import { readInvoice } from './bolt11.ts'

const payee = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
const paymentHash = '0001020304050607080900010203040506070809000102030405060708090102'
const start = 'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq'
const nonsense = `lnbc2500u1${start}dpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny`
const hashed = `lnbc20m1${start}hp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqscc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf9sygkshp5zfem29trqq2yxxz7`
const onTestnet =
  'lntb20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfpp3x9et2e20v6pu37c5d9vax37wxq72un98kmzzhznpurw9sgl2v0nklu2g4d0keph5t7tj9tcqd8rexnd07ux4uv2cjvcqwaxgj7v4uwn5wmypjd5n69z2xm3xgksg28nwht7f6zspwp3f9t'
const inPico =
  'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqezcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9qn07ytgrxxzad9hc4xt3mawjjt8znfv8xzscs7007v9gh9j569lencxa8xeujzkxs0uamak9aln6ez02uunw6rd2ht2sqe4hz8thcdagpleym0j'
const withFeatures = `lnbc25m1${start}dq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq67gye39hfg3zd8rgc80k32tvy9xk2xunwm5lzexnvpx6fd77en8qaq424dxgt56cag2dpt359k3ssyhetktkpqh24jqnjyw6uqd08sgptq44qu`

test.each([
  ['a minute to pay, in Japanese', nonsense, { amountMsats: 250_000_000, description: 'ナンセンス 1杯', minutes: 1 }],
  ['a hashed description', hashed, { amountMsats: 2_000_000_000, description: '', minutes: 60 }],
  ['features', withFeatures, { amountMsats: 2_500_000_000, description: 'coffee beans', minutes: 60 }],
])('reads the BOLT’s example with %s', (_, text, { minutes, ...said }) => {
  const expiresAt = (1_496_314_658 + minutes * 60) * 1000
  expect(readInvoice(text)).toEqual({ text, network: 'mainnet', paymentHash, payee, expiresAt, ...said })
})

test('reads the BOLT’s examples on testnet, in picobitcoins, in upper case and behind a scheme', () => {
  expect(readInvoice(onTestnet)).toMatchObject({ network: 'testnet4', payee })
  expect(readInvoice(inPico)).toMatchObject({
    amountMsats: 967_878_534,
    payee,
    expiresAt: (1_572_468_703 + 604_800) * 1000,
    paymentHash: '462264ede7e14047e9b249da94fefc47f41f7d02ee9b091815a5506bc8abf75f',
  })
  expect(readInvoice(` lightning:${nonsense.toUpperCase()} `)?.text).toBe(nonsense)
})

test.each([
  ['a wrong checksum', nonsense.replace(/y$/, 'q')],
  ['mixed case', nonsense.replace('lnbc', 'LNbc')],
  ['no separator', nonsense.replace('1', '')],
  ['nothing', ''],
  ['an address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['far too much', `lnbc1${'q'.repeat(8000)}`],
])('refuses %s', (_, text) => {
  expect(readInvoice(text)).toBeNull()
})

test('rejects a changed amount, which the signature covers', async () => {
  const { bech32 } = await import('@scure/base')
  const { words } = bech32.decode(nonsense as `${string}1${string}`, false)
  const changed = readInvoice(bech32.encode('lnbc25u', words, false))
  expect(changed?.payee).not.toBe(payee)
  // A tenth of a millisatoshi is not an amount (BOLT 11).
  expect(readInvoice(bech32.encode('lnbc2500000001p', words, false))).toBeNull()
})
