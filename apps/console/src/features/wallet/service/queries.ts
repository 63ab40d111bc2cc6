import { listBitcoinRates } from '@hornets/contract/admin/rates'
import {
  askWalletHealth,
  getBalanceUsd,
  listLatestTransactions,
  listPendingTransactions,
  listReceivingAddresses,
} from '@hornets/contract/admin/wallet'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { getBalanceHistory, listCoins } from '@hornets/contract/wallet/accounting'
import { exportLabels } from '@hornets/contract/wallet/addresses'
import { getChainSource } from '@hornets/contract/wallet/chain-source'
import { getFees } from '@hornets/contract/wallet/fees'
import { getLightning } from '@hornets/contract/wallet/lightning'
import { listOperators } from '@hornets/contract/wallet/operators'
import { getSecurity, listApprovals } from '@hornets/contract/wallet/security'
import { getWallet } from '@hornets/contract/wallet/set-up'
import { listAudit } from '@hornets/contract/wallet/sign-in'
import { listOpenPsbts } from '@hornets/contract/wallet/signing'
import { getTransaction } from '@hornets/contract/wallet/transaction-details'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { ApiError } from '../../../api/calls/api-error.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { cached, cachedOfWallet } from '../../../api/queries/cached.ts'
import { readRates } from '../../../ui/text/usd.ts'
import { readLabels } from '../labels/label-book.ts'
import { allPages } from './all-pages.ts'
import { wallet } from './wallet-service.ts'

const rowsAtOnce = 100
const addressesAtOnce = 1000

/** The relay's copy of the wallet and the wallet's health: no wallet sign-in needed. */
export const walletQueries = {
  /** Polled twice a minute, since a stopped service reports nothing. */
  health: queryOptions({
    ...cached(askWalletHealth),
    queryFn: async ({ signal }) => {
      const health = await api.call(askWalletHealth, { signal })
      if (health.status !== 'off') return health
      throw new ApiError({ status: 200, code: 'unavailable', message: health.message })
    },
    retry: false,
    refetchInterval: 30_000,
  }),
  balance: apiQuery(getBalanceUsd),
  transactions: infiniteQueryOptions({
    ...cached(listLatestTransactions),
    queryFn: ({ signal, pageParam }) =>
      api.call(listLatestTransactions, { query: { limit: rowsAtOnce, rows: 'payments', ...pageParam }, signal }),
    initialPageParam: {} as { before?: number; before_date?: string },
    getNextPageParam: rows => {
      const last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
      return last && { before: last.ID, before_date: last.Date }
    },
  }),
  pending: apiQuery(listPendingTransactions),
  /** All of them: the relay sends the oldest first, and users want the newest. */
  addresses: queryOptions({
    ...cached(listReceivingAddresses),
    queryFn: async ({ signal }) => {
      const rows: AnswerOf<typeof listReceivingAddresses> = []
      for (;;) {
        const last = rows.at(-1)
        const query = { limit: addressesAtOnce, after: last?.index }
        const page = await api.call(listReceivingAddresses, { query, signal })
        // A relay without pages has sent everything, and would repeat it endlessly.
        if (last && Number(page[0]?.index) <= Number(last.index)) return rows
        rows.push(...page)
        if (page.length < addressesAtOnce) return rows
      }
    },
  }),
  rates: queryOptions({
    ...cached(listBitcoinRates),
    queryFn: ({ signal }) => api.call(listBitcoinRates, { signal }),
    // Not in the call: the tiers' prices read the same cache.
    select: readRates,
  }),
}

/** These sign in to the wallet: they run while a dialog needs them, never by themselves. */
const onDemand = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const sessionQueries = {
  account: queryOptions({
    ...onDemand,
    ...cachedOfWallet(getWallet),
    queryFn: ({ signal }) => wallet.call(getWallet, { signal }),
    staleTime: 300_000,
  }),
  security: queryOptions({
    ...onDemand,
    ...cachedOfWallet(getSecurity),
    queryFn: ({ signal }) => wallet.call(getSecurity, { signal }),
  }),
  chainSource: queryOptions({
    ...onDemand,
    ...cachedOfWallet(getChainSource),
    queryFn: ({ signal }) => wallet.call(getChainSource, { signal }),
  }),
  operators: queryOptions({
    ...onDemand,
    ...cachedOfWallet(listOperators),
    queryFn: ({ signal }) => wallet.call(listOperators, { signal }),
  }),
  approvals: queryOptions({
    ...onDemand,
    ...cachedOfWallet(listApprovals),
    queryFn: ({ signal }) => wallet.call(listApprovals, { signal }),
  }),
  /** Never prompts: the relay's copy is shown meanwhile. */
  transaction: (txid: string) =>
    queryOptions({
      ...onDemand,
      ...cachedOfWallet(getTransaction, { txid }),
      queryFn: ({ signal }) => wallet.call(getTransaction, { query: { txid }, signal, quiet: true }),
    }),
  /** Never prompts: it is part of the wallet page. */
  lightning: queryOptions({
    ...onDemand,
    ...cachedOfWallet(getLightning),
    queryFn: ({ signal }) => wallet.call(getLightning, { signal, quiet: true }),
    // The balance follows shortly after the node is reached.
    refetchInterval: ({ state: { data } }) =>
      data && data.state !== 'none' && data.balance_sats === null ? 1000 : 5000,
  }),
  coins: queryOptions({
    ...onDemand,
    ...cachedOfWallet(listCoins),
    queryFn: ({ signal }) =>
      allPages(
        query => wallet.call(listCoins, { query, signal }),
        coin => coin.outpoint,
      ),
  }),
  openPsbts: queryOptions({
    ...onDemand,
    ...cachedOfWallet(listOpenPsbts),
    queryFn: ({ signal }) => wallet.call(listOpenPsbts, { signal }),
  }),
  audit: queryOptions({
    ...onDemand,
    ...cachedOfWallet(listAudit),
    queryFn: ({ signal }) => wallet.call(listAudit, { signal }),
  }),
  /** Quiet: the live stream triggers a reread with every change, which must not ask anyone to sign in. */
  balanceHistory: (days: number | undefined) =>
    queryOptions({
      ...onDemand,
      ...cachedOfWallet(getBalanceHistory, { days }),
      queryFn: ({ signal }) => wallet.call(getBalanceHistory, { query: { days }, signal, quiet: true }),
    }),
  /** Never prompts: they accompany content that is visible without them. */
  labels: queryOptions({
    ...onDemand,
    ...cachedOfWallet(exportLabels),
    queryFn: async ({ signal }) => readLabels(await wallet.text(exportLabels, { signal, quiet: true })),
    staleTime: 60_000,
  }),
  /** Without prompts: an expired token is renewed by the next action, not by a timer. */
  fees: queryOptions({
    ...onDemand,
    ...cachedOfWallet(getFees),
    queryFn: ({ signal, client }) =>
      wallet.call(getFees, { signal, quiet: client.getQueryData(cachedOfWallet(getFees).queryKey) !== undefined }),
    refetchInterval: 30_000,
  }),
}
