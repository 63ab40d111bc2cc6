import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '../../chain/chain.ts'
import type { ParsedTransaction } from '../../coins/raw-transaction.ts'
import { inOrder } from './chronology.ts'

function one(txid: string, height: number | null, spends: string[] = []) {
  const inputs = spends.map(parent => ({ txid: parent, vout: 0, sequence: 0, scriptSig: '', witness: [] }))
  const parsed: ParsedTransaction = { version: 2, inputs, outputs: [], lockTime: 0, txid, vsize: 1, weight: 4 }
  const place: Place = height === null ? { kind: 'mempool' } : { kind: 'block', hash: '', height, timeMs: 0 }
  return { place, parsed }
}

const names = (list: ReturnType<typeof one>[]) => list.map(({ parsed }) => parsed.txid)

test('sorts blocks by height, and unconfirmed ones last', () => {
  expect(names(inOrder([one('loose', null), one('late', 9), one('early', 3)]))).toEqual(['early', 'late', 'loose'])
})

test('within a block, and within the mempool, a parent comes before its child', () => {
  const list = [one('c', 5, ['b']), one('b', 5, ['a']), one('a', 5), one('y', null, ['x']), one('x', null)]
  expect(names(inOrder(list))).toEqual(['a', 'b', 'c', 'x', 'y'])
})

test('always: everything once, and never a child before its parent', () => {
  const parents = fc.array(fc.nat({ max: 100 }), { maxLength: 40 })
  fc.assert(
    fc.property(parents, fc.boolean(), (list, backwards) => {
      const all = list.map((parent, position) => one(`${position}`, 1, position > 0 ? [`${parent % position}`] : []))
      const ordered = names(inOrder(backwards ? [...all].reverse() : all))
      expect([...ordered].sort()).toEqual(names(all).sort())
      for (const { parsed } of all)
        for (const { txid } of parsed.inputs) expect(ordered.indexOf(txid)).toBeLessThan(ordered.indexOf(parsed.txid))
    }),
  )
})
