import { askWalletHealth, getBalanceUsd } from '@hornets/contract/admin/wallet'
import { getFees } from '@hornets/contract/wallet/fees'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { cachedOfWallet, keyOf } from '../../api/queries/cached.ts'
import { failedSince, isReadingAgain, readAgain } from './failed-refresh.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  client.clear()
})

function show(queryKey: readonly unknown[], readAt: number, answers: ('fails' | 'answers')[]): void {
  client.setQueryData(queryKey, 'before', { updatedAt: readAt })
  const queryFn = () => (answers.shift() === 'answers' ? Promise.resolve('now') : Promise.reject(new Error('refused')))
  stops.push(new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {}))
}

it('ignores reads that succeeded on retry and those of no visible page', async () => {
  show(['a'], 1000, ['fails', 'answers'])
  client.setQueryData(['b'], 'before', { updatedAt: 500 })
  await client.invalidateQueries()
  expect(failedSince(client)).toBeUndefined()
})

it('reports the oldest time among failed refreshes until they succeed', async () => {
  show(['a'], 1000, ['fails', 'fails', 'answers'])
  show(['b'], 2000, ['fails', 'fails', 'answers'])
  show(['c'], 500, ['answers'])
  await client.invalidateQueries()
  expect(failedSince(client)).toBe(1000)
  const reading = readAgain(client)
  expect([failedSince(client), isReadingAgain(client)]).toEqual([1000, true])
  await reading
  expect([failedSince(client), isReadingAgain(client)]).toEqual([undefined, false])
})

it("leaves wallet failures and its session to the wallet's own notices", async () => {
  show(keyOf(askWalletHealth), 1000, [])
  show(cachedOfWallet(getFees).queryKey, 1000, [])
  await client.invalidateQueries()
  expect(failedSince(client)).toBeUndefined()
  show(keyOf(getBalanceUsd), 2000, [])
  await client.invalidateQueries()
  expect(failedSince(client)).toBe(2000)
})
