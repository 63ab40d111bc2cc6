import { listBlockedPubkeys } from '@hornets/contract/admin/access'
import { getStatus } from '@hornets/contract/admin/live'
import { getRelaySettings } from '@hornets/contract/admin/relay-settings'
import { getSettings } from '@hornets/contract/admin/settings'
import { kindTrend } from '@hornets/contract/admin/statistics'
import { getBalanceUsd, listReceivingAddresses } from '@hornets/contract/admin/wallet'
import type { Role } from '@hornets/contract/roles'
import { getWallet } from '@hornets/contract/wallet/set-up'
import type { DehydratedState } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { cachedOfWallet, keyOf } from '../../api/queries/cached.ts'
import { isFor, isKept, mergeAnswers } from './last-answers.ts'

type Kept = DehydratedState['queries'][number]

const day = 24 * 60 * 60_000
const answer = (name: string, daysAgo: number, data: unknown = name) =>
  ({ queryHash: name, queryKey: [name], state: { data, dataUpdatedAt: Date.now() - daysAgo * day } }) as unknown as Kept

describe('answers kept for offline use', () => {
  it.each([
    [keyOf(getSettings, { params: { group: 'general' } })],
    [keyOf(getRelaySettings)],
    [keyOf(listBlockedPubkeys)],
    [keyOf(listReceivingAddresses)],
    [cachedOfWallet(getWallet).queryKey],
    [['anything', 'new']],
  ])('is not %j', queryKey => {
    expect(isKept({ queryKey })).toBe(false)
  })

  it.each([[keyOf(getStatus)], [keyOf(kindTrend, { params: { kind: 7 } })], [keyOf(getBalanceUsd)]])(
    'API-09: is %j',
    queryKey => {
      expect(isKept({ queryKey })).toBe(true)
    },
  )

  it('shows no balance to an admin whose role was lowered', () => {
    const shown = (role: Role) => [getStatus, getBalanceUsd].map(call => isFor(role, { queryKey: keyOf(call) }))
    expect([shown('moderator'), shown('operator')]).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('is nothing older than a week', () => {
    expect(mergeAnswers([], [answer('old', 8), answer('young', 6)]).map(({ queryHash }) => queryHash)).toEqual([
      'young',
    ])
  })

  it('is the newest of each, and what was not asked for again', () => {
    const kept = mergeAnswers([answer('a', 0, 'new')], [answer('a', 1, 'old'), answer('b', 1)])
    expect(kept.map(({ state }) => state.data)).toEqual(['new', 'b'])
  })

  it('is not more and more', () => {
    const many = Array.from({ length: 100 }, (_, index) => answer(`q${index}`, index / 100))
    expect(mergeAnswers(many, []).map(({ queryHash }) => queryHash)).toEqual(many.slice(0, 60).map(q => q.queryHash))
  })
})
