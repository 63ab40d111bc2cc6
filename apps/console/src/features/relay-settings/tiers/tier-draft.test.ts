import { relaySettingsDefaults } from '@hornets/contract/admin/relay-settings'
import { describe, expect, it } from 'vitest'
import { admissionOf, changedAdmission, fitAdmission } from '../admission.ts'
import { kindsIn, kindsText } from './gives-draft.ts'
import { changedTiers, errorOf, freeWriters, moveTier, readSize, subscriptionError, writeSize } from './tier-draft.ts'

const small = { datalimit: '1 GB per month', price: '1000' }
const large = { datalimit: '5 GB per month', price: '4000' }
const fresh = admissionOf(relaySettingsDefaults)
const selling = { ...fresh, subscription_tiers: [small, large] }

describe('a tier', () => {
  it.each([
    [{ ...small, datalimit: ' GB per month' }, 'size'],
    [{ ...small, datalimit: '0 GB per month' }, 'size'],
    [{ ...small, price: '' }, 'price'],
    [{ ...small, price: '0' }, 'price'],
    [{ ...small, price: '1.5' }, 'price'],
    [{ ...small, price: '2100000000000001' }, 'price'],
    [{ ...small, kinds: ['kind1', 'kindx'] }, 'kinds'],
    [{ ...small, maxfile: '0 MB' }, 'file'],
    [{ ...small, days: 0 }, 'days'],
    [{ ...small, kinds: ['kind1'], maxfile: '1.5 MB', days: 30 }, undefined],
    [small, undefined],
  ])('%j: %s is wrong', (tier, error) => {
    expect(errorOf(tier, [tier, large])).toBe(error)
  })

  it('cannot be offered twice', () => {
    expect(subscriptionError({ ...fresh, subscription_tiers: [small, { ...small, price: '2000' }] })).toBe('twice')
  })

  it('is read into its parts and written back', () => {
    expect(readSize('1.5 TB per month')).toEqual({ value: 1.5, unit: 'TB' })
    expect(writeSize({ value: null, unit: 'GB' })).toBe(' GB per month')
    expect(readSize(' GB per month')).toEqual({ value: null, unit: 'GB' })
  })
})

it('validates the free limit and the retention days', () => {
  expect([
    subscriptionError(selling),
    subscriptionError({ ...selling, freeTierLimit: ' MB per month' }),
    subscriptionError({ ...selling, graceDays: 400 }),
  ]).toEqual([undefined, 'free', 'days'])
})

it('the order of tiers counts, and what is kept of them is restored', () => {
  const moved = { ...selling, subscription_tiers: moveTier([small, large], 1, -1) }
  expect(moved.subscription_tiers).toEqual([large, small])
  expect(changedAdmission(selling, moved)).toEqual(['subscription_tiers'])
  expect(changedAdmission(selling, { ...selling, subscription_tiers: [{ ...small }, { ...large }] })).toEqual([])
  expect(fitAdmission(fresh, { subscription_tiers: [small] })).toEqual({ subscription_tiers: [small] })
})

it('a change says which tiers it touches', () => {
  expect(changedTiers([small, large], [{ ...small, price: '1500' }])).toEqual([
    { tier: '1 GB per month', change: 'price', from: 1000, to: 1500 },
    { tier: '5 GB per month', change: 'removed', from: 4000, to: 0 },
  ])
  expect(changedTiers([small], [{ ...small, days: 30 }]).map(({ change }) => change)).toEqual(['gives'])
})

it('reads kinds as numbers and keeps invalid ones for correction', () => {
  expect([kindsIn('1, 7;07 1'), kindsIn(' '), kindsText(kindsIn('1, x'))]).toEqual([
    ['kind1', 'kind7'],
    undefined,
    '1, x',
  ])
})

it('lets everyone write without tiers, only subscribers with tiers, and all up to a limit with the free tier', () => {
  expect([freeWriters(fresh), freeWriters(selling), freeWriters({ ...selling, freeTierEnabled: true })]).toEqual([
    'all',
    'nobody',
    'limited',
  ])
})
