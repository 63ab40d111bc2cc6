import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import { defaultFeeTiers } from '@hornets/contract/wallet/fees'
import { describe, expect, it } from 'vitest'
import { raiseTiers, totalOf } from './fees/fee-tiers.ts'
import { isOfIntention, preparedIntention, startIntention } from './intention.ts'
import { shortRecipient } from './truncate.ts'

it('WALLET-30: leaves a recipient of 65 characters whole and cuts a longer one there', () => {
  const whole = `bc1${'q'.repeat(62)}`
  expect([shortRecipient(whole), shortRecipient(`${whole}x`)]).toEqual([whole, `${whole}…`])
})

describe('fees', () => {
  it('WALLET-22, CONST-06: defaults to 3, 4 and 5 without a fee source', () => {
    expect(defaultFeeTiers).toEqual({ low: 3, med: 4, high: 5 })
  })
  it('WALLET-25: are size times rate, rounded up', () => {
    expect([feeSatsOf(141, 3.5), feeSatsOf(141, 3.2)]).toEqual([494, 452])
  })
  it.each([
    [10, { low: 11, med: 12, high: 13 }],
    [1, { low: 3, med: 4, high: 5 }],
    [3, { low: 4, med: 5, high: 6 }],
    [2.5, { low: 3.5, med: 4.5, high: 5.5 }],
  ])('WALLET-52: of a replacement of one that paid %d are raised', (rate, raised) => {
    expect(raiseTiers({ low: 3, med: 4, high: 5 }, { originalRate: rate })).toEqual(raised)
  })
  it('of a replacement are never below what nodes take, to the next tenth', () => {
    const tiers = { low: 3, med: 4, high: 5 }
    expect(raiseTiers(tiers, { originalRate: 10, lowestRate: 13.819 })).toEqual({ low: 13.9, med: 14.9, high: 15.9 })
    expect(raiseTiers(tiers, { originalRate: 1, lowestRate: 1.1 })).toEqual(tiers)
    expect(raiseTiers(tiers, { lowestRate: 3.1 }).low).toBe(3.1)
  })
  it('WALLET-33, WALLET-53: and the amount make the total; both are unknown while the size is', () => {
    expect([totalOf(1000, 141, 3.2), totalOf(1000, undefined, 3), totalOf(1000, 141, 0)]).toEqual([
      { feeSats: 452, totalSats: 1452 },
      undefined,
      undefined,
    ])
  })
})

describe('the key of an intention', () => {
  const counting = () => {
    let made = 0
    return startIntention(undefined, () => String(++made))
  }
  it('is kept while the same payment is tried again', () => {
    const intention = counting()
    expect([intention.keyFor({ a: 1 }), intention.keyFor({ a: 1 })]).toEqual(['1', '1'])
  })
  it('is a new one for another payment, and once an answer has come', () => {
    const intention = counting()
    const keys = [intention.keyFor({ a: 1 }), intention.keyFor({ a: 2 })]
    intention.settle()
    expect([...keys, intention.keyFor({ a: 2 })]).toEqual(['1', '2', '3'])
  })
  it('outlives the page, and repeats an earlier attempt under its key', () => {
    const intention = startIntention({ payment: { a: 1 }, key: 'before' })
    expect([intention.wasTried({ a: 1 }), intention.keyFor({ a: 1 })]).toEqual([true, 'before'])
    expect(intention.wasTried({ a: 2 })).toBe(false)
    intention.settle()
    expect([intention.wasTried({ a: 1 }), intention.keyFor({ a: 1 }) === 'before']).toEqual([false, false])
  })
  it('is random', () => {
    const keys = Array.from({ length: 50 }, () => startIntention().keyFor({}))
    expect([new Set(keys).size, keys.every(key => /^[0-9a-f]{32}$/.test(key))]).toEqual([50, true])
  })
})

describe('the keys of a prepared payment', () => {
  it('begin with its own, and stay for another fee, so that the wallet refuses what it has paid', () => {
    const intention = preparedIntention('refund-7')
    expect([intention.keyFor({ rate: 1 }), intention.keyFor({ rate: 2 })]).toEqual(['refund-7', 'refund-7'])
    intention.settle()
    expect(intention.keyFor({ rate: 3 })).toBe('refund-7')
  })
  it('continue only after the wallet confirms that nothing was paid', () => {
    const intention = preparedIntention('refund-7')
    intention.keyFor({})
    intention.settle(true)
    expect([intention.wasTried({}), intention.keyFor({})]).toEqual([false, 'refund-7.2'])
  })
  it('survive leaving the page, at the unanswered attempt', () => {
    const intention = preparedIntention('refund-7', { key: 'refund-7.3', payment: { a: 1 } })
    expect([intention.wasTried({ a: 1 }), intention.keyFor({ a: 1 })]).toEqual([true, 'refund-7.3'])
    const other = preparedIntention('refund-7', { key: 'refund-70', payment: { a: 1 } })
    expect([other.wasTried({ a: 1 }), other.keyFor({ a: 1 })]).toEqual([false, 'refund-7'])
  })
  it('are kept apart from those of other accounts', () => {
    const keys = ['refund-7', 'refund-7.2', 'refund-70', 'refund-7.', 'refund-7.x', 'other']
    expect(keys.filter(key => isOfIntention(key, 'refund-7'))).toEqual(['refund-7', 'refund-7.2'])
  })
})
