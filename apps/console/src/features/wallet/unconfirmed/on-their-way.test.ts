import { expect, it } from 'vitest'
import { pendingOf, type Send } from '../paying/pending-of.ts'
import { mergeOnTheirWay, unrecorded } from './on-their-way.ts'

const idOf = (letter: string) => letter.repeat(64)
const kept = (letter: string, minute: number) => ({
  ...{ txid: idOf(letter), feeRate: 3, amount: 1000, recipient_address: 'bc1q', enable_rbf: true },
  timestamp: `2026-01-01T00:0${minute}:00Z`,
})
const send = (letter: string, minute: number, more: Partial<Send> = {}): Send => ({
  ...{ txid: idOf(letter), amount_sats: 1000, recipient_address: 'bc1q', fee_sats: 423, vsize: 141, fee_rate: 3 },
  ...{ enable_rbf: true, timestamp: `2026-01-01T00:0${minute}:00Z`, status: 'success', ...more },
})
const lettersOf = (rows: readonly { txid: string }[]) => rows.map(({ txid }) => txid[0])

it('without an answer of the wallet are what the relay has kept', () => {
  expect(mergeOnTheirWay([kept('b', 2), kept('a', 1)], undefined)).toEqual([
    { ...kept('b', 2), isWaiting: false },
    { ...kept('a', 1), isWaiting: false },
  ])
})

it('that only the wallet knows stand among the others, each once and newest first', () => {
  const sends = [send('c', 3), send('b', 2)]
  const rows = mergeOnTheirWay([kept('d', 4), kept('b', 2), kept('a', 1)], sends)
  expect(lettersOf(rows)).toEqual(['d', 'c', 'b', 'a'])
  expect(rows[1]).toEqual({ ...kept('c', 3), isWaiting: false })
  expect(lettersOf(unrecorded([kept('b', 2)], sends))).toEqual(['c'])
})

it('that neither the wallet nor its history knows say so, once the wallet has been asked and knows all', () => {
  const rows = [{ ...kept('c', 3), untold: true as const }, { ...kept('b', 2), untold: true as const }, kept('a', 1)]
  const unknown = (...[sends, isSynced]: [sends?: Send[], isSynced?: boolean]) =>
    lettersOf(mergeOnTheirWay(rows, sends, isSynced).filter(({ isUnknown }) => isUnknown))
  expect(unknown([send('c', 3)], true)).toEqual(['b'])
  expect([unknown(undefined, true), unknown([send('c', 3)], false), unknown([])]).toEqual([[], [], []])
})

it('that the wallet has replaced are not on their way, though the relay has not heard of it', () => {
  expect(lettersOf(mergeOnTheirWay([kept('a', 1)], [send('b', 2, { replaces: idOf('a') })]))).toEqual(['b'])
})

it('that the network does not have say so, with what it has said of them last', () => {
  const sends = [send('b', 2, { status: 'pending', message: 'Rejected' }), send('a', 1, { status: 'pending' })]
  const rows = mergeOnTheirWay([kept('b', 2), kept('a', 1)], sends)
  expect(rows.map(({ isWaiting, reason }) => [isWaiting, reason?.message])).toEqual([
    [true, 'Rejected'],
    [true, undefined],
  ])
})

it('of which one helps another on shows what it pays itself, which a replacement has to beat', () => {
  expect(pendingOf(send('a', 1, { fee_rate: 2, fee_sats: 705 })).feeRate).toBe(5)
  expect(pendingOf(send('a', 1, { fee_rate: 2.5, fee_sats: 353 })).feeRate).toBe(2.5)
})
