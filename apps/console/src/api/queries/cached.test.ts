import { listAdmins } from '@hornets/contract/admin/accounts/admins'
import { getRelaySettings } from '@hornets/contract/admin/relay-settings'
import { getBalanceUsd } from '@hornets/contract/admin/wallet'
import { getFees } from '@hornets/contract/wallet/fees'
import { listSends } from '@hornets/contract/wallet/spending'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { aboveRole, cached, cachedOfWallet, isOfWallet, keyOf, staleOn } from './cached.ts'

type Kept = ReturnType<typeof cached>

function cacheWith(...answers: readonly Kept[]): QueryClient {
  const client = new QueryClient()
  for (const kept of answers) {
    client.setQueryData(kept.queryKey, 'answer')
    new QueryObserver(client, { ...kept, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})()
  }
  return client
}
const isStale = (client: QueryClient, { queryKey }: Kept) => client.getQueryState(queryKey)?.isInvalidated

describe('an answer that is kept', () => {
  it('grows stale by what its call declares, and by nothing else', async () => {
    const [balance, sends, fees, settings] = [
      cached(getBalanceUsd),
      cachedOfWallet(listSends),
      cachedOfWallet(getFees),
      cached(getRelaySettings),
    ]
    const client = cacheWith(balance, sends, fees, settings)
    await client.invalidateQueries(staleOn('wallet'))
    expect([balance, sends, fees, settings].map(kept => isStale(client, kept))).toEqual([true, true, false, false])
  })

  it('is removed when its call is above the role of who is signed in', () => {
    const [admins, settings] = [cached(listAdmins), cached(getRelaySettings)]
    const client = cacheWith(admins, settings)
    client.removeQueries(aboveRole('operator'))
    expect([admins, settings].map(({ queryKey }) => client.getQueryData(queryKey))).toEqual([undefined, 'answer'])
  })

  it("uses the call's path and arguments as key, and separates wallet calls from relay calls", () => {
    expect(keyOf(getRelaySettings)).toEqual(['/api/relay-settings'])
    expect(keyOf(getRelaySettings, { params: { a: 1 } })).toEqual(['/api/relay-settings', { params: { a: 1 } }])
    expect(isOfWallet(cachedOfWallet(getFees).queryKey)).toBe(true)
    expect(isOfWallet(keyOf(getBalanceUsd))).toBe(false)
  })
})
