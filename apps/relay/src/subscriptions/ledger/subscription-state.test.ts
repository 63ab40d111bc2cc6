import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givesAt, readParts, writeParts } from './gives.ts'
import { dueNotices, pastNotices, statusOf } from './notices.ts'
import { addMonths, type Entry, stateOf } from './subscription-state.ts'
import { bytesOfLimit, choosePurchase, writeGives } from './tier.ts'

const tier = (datalimit: string, price: string) => ({ datalimit, price })
const tiers = [tier('1 GB per month', '10000'), tier('5 GB per month', '40000'), tier('2 GB per month', '18000')]
const day = 86_400_000
const start = Date.parse('2026-01-31T12:00:00Z')
let nextId = 0
const entry = (parts: Partial<Entry>): Entry => ({
  id: ++nextId,
  at: start,
  kind: 'purchase',
  sats: 0,
  tier: '',
  bytes: 0,
  months: 0,
  days: 0,
  undoes: null,
  gives: '',
  ...parts,
})

describe('value of a payment', () => {
  it.each([
    [0, null],
    [9_999, null],
    [10_000, ['1 GB per month', 1]],
    [39_999, ['2 GB per month', 2]],
    [40_000, ['5 GB per month', 1]],
    [130_000, ['5 GB per month', 3]],
  ])('%i satoshis buy %j', (credit, expected) => {
    const bought = choosePurchase(credit, tiers)
    expect(bought && [bought.tier, bought.months]).toEqual(expected)
  })

  it('is nothing that costs nothing', () => {
    expect(choosePurchase(1000, [tier('1 GB per month', '0')])).toBeNull()
  })

  it('never costs more than there is, and leaves less than a month of the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_100_000_000_000 }), credit => {
        const bought = choosePurchase(credit, tiers)
        if (!bought) return credit < 10_000
        return bought.priceSats <= credit && (bought.months === 1200 || credit - bought.priceSats < bought.priceSats)
      }),
    )
  })
})

it.each([
  ['1 GB per month', 2 ** 30],
  ['1.5 MB per month', 1_572_864],
  ['2 TB per month', 2 ** 41],
  ['much', 0],
])('%s is %i bytes', (limit, bytes) => expect(bytesOfLimit(limit)).toBe(bytes))

describe('status of a subscription', () => {
  it('is nothing before the first entry', () => {
    expect(stateOf([])).toMatchObject({ creditSats: 0, since: null, expiresAt: null, totalBytes: 0 })
  })

  it('a month later is the same day, or the last one of a shorter month', () => {
    expect(new Date(addMonths(start, 1)).toISOString()).toBe('2026-02-28T12:00:00.000Z')
    expect(new Date(addMonths(start, 2)).toISOString()).toBe('2026-03-31T12:00:00.000Z')
    expect(new Date(addMonths(start, 12)).toISOString()).toBe('2027-01-31T12:00:00.000Z')
  })

  it('months bought early are put behind those that run, and their room is added', () => {
    const state = stateOf([
      entry({ sats: 10_000, kind: 'payment' }),
      entry({ sats: -10_000, tier: 'small', months: 1, bytes: 10 }),
      entry({ at: start + 5 * day, tier: 'large', months: 1, bytes: 50 }),
    ])
    expect(state).toMatchObject({ creditSats: 0, tier: 'large', since: start, runStartedAt: start, totalBytes: 60 })
    expect(state.expiresAt).toBe(addMonths(addMonths(start, 1), 1))
  })

  it('after a gap the room is counted again, and the first day stays', () => {
    const later = start + 100 * day
    const state = stateOf([entry({ months: 1, bytes: 10 }), entry({ at: later, months: 1, bytes: 20 })])
    expect(state).toMatchObject({ since: start, runStartedAt: later, totalBytes: 20 })
  })

  it('ignores undone entries and moves later ones up', () => {
    const first = entry({ months: 1, bytes: 10, sats: -100 })
    const second = entry({ at: start + day, months: 1, bytes: 20, sats: -200 })
    const state = stateOf([first, second, entry({ kind: 'purchase_undone', sats: 100, undoes: first.id })])
    expect(state).toMatchObject({ creditSats: -200, since: start + day, totalBytes: 20 })
    expect(state.expiresAt).toBe(addMonths(start + day, 1))
  })

  it('given days lengthen it, and a change of tier adds room and takes none', () => {
    const state = stateOf([
      entry({ months: 1, bytes: 10, tier: 'small' }),
      entry({ kind: 'gift', days: 10, tier: 'small', bytes: 3 }),
      entry({ kind: 'tier_change', tier: 'large', bytes: 40 }),
    ])
    expect(state).toMatchObject({ tier: 'large', totalBytes: 53, expiresAt: addMonths(start, 1) + 10 * day })
  })
})

describe('amounts beyond the safe range', () => {
  it.each([
    [1200, '100 TB per month'],
    [1_200_000, `${'9'.repeat(40)} GB per month`],
  ])('%i satoshis for months of %s are as much as can be counted exactly', (credit, datalimit) => {
    const { bytes = 0, months = 0 } = choosePurchase(credit, [tier(datalimit, '1')]) ?? {}
    const { totalBytes } = stateOf(Array.from({ length: 5 }, () => entry({ bytes, months })))
    expect([bytes, totalBytes].map(Number.isSafeInteger)).toEqual([true, true])
    expect(totalBytes).toBeGreaterThanOrEqual(bytes)
  })

  it('limits the end to a date with four digits for any payment', () => {
    const entries = Array.from({ length: 3000 }, () => entry({ months: 1200, days: 3660 }))
    const { expiresAt } = stateOf(entries)
    expect(new Date(expiresAt ?? Number.NaN).toISOString()).toMatch(/^9999-/)
  })
})

describe('benefits besides storage', () => {
  const few = writeGives({ kinds: ['kind1'], maxfile: '1 MB', days: 30 })
  const more = writeGives({ kinds: ['kind7'], maxfile: '2 MB', days: 10 })
  const at = (entries: readonly Entry[], time: number) => {
    const { kinds, ...rest } = givesAt(readParts(writeParts(stateOf(entries).parts)), time)
    return { ...rest, kinds: kinds && [...kinds] }
  }

  it('is of each limit the more generous of all that is paid for', () => {
    const entries = [entry({ months: 1, gives: few }), entry({ months: 1, gives: more, at: start + day })]
    expect(at(entries, start)).toEqual({ kinds: [1, 7], fileBytes: 2 ** 21, days: 30 })
    expect(at(entries, addMonths(start, 1))).toEqual({ kinds: [7], fileBytes: 2 ** 21, days: 10 })
    expect(at(entries, addMonths(start, 12))).toEqual({ kinds: [7], fileBytes: 2 ** 21, days: 10 })
  })

  it('is everything with a tier that limits nothing, and with what was bought before tiers had limits', () => {
    const all = { kinds: null, fileBytes: null, days: null }
    expect(at([entry({ months: 1, gives: few }), entry({ months: 1 })], start)).toEqual(all)
    expect(writeParts(stateOf([entry({ months: 1 })]).parts)).toBe('')
  })

  it('starts over after a gap, and ends with a purchase that is undone', () => {
    const first = entry({ months: 1, gives: more })
    const later = entry({ months: 1, gives: few, at: start + 100 * day })
    expect(at([first, later], later.at)).toEqual({ kinds: [1], fileBytes: 2 ** 20, days: 30 })
    const undone = entry({ kind: 'purchase_undone', undoes: later.id })
    expect(at([first, later, undone], later.at)).toEqual({ kinds: [7], fileBytes: 2 ** 21, days: 10 })
  })
})

describe('around its end', () => {
  const terms = { graceDays: 7, readOnlyDays: 30 }

  it.each([
    [-1, 'active'],
    [0, 'grace'],
    [7, 'read_only'],
    [36, 'read_only'],
    [37, 'ended'],
  ])('%i days after it, it is %s', (days, status) => {
    expect(statusOf(start, start + days * day, terms)).toBe(status)
  })

  it('sends reminders 7 days and 1 day before and after it, except those too late for a new end', () => {
    const names = (days: number) => dueNotices(start, start + days * day, terms).map(({ name }) => name)
    expect(names(-8)).toEqual([])
    expect(names(-1)).toEqual(['expires_in_7_days', 'expires_in_1_day'])
    expect(names(40)).toHaveLength(7)
    expect(pastNotices(start, start - 3 * day, terms)).toBe(1)
  })
})
