import { getStatus } from '@hornets/contract/admin/live'
import { listBitcoinRates } from '@hornets/contract/admin/rates'
import * as statistics from '@hornets/contract/admin/statistics'
import {
  askWalletHealth,
  getBalanceUsd,
  listLatestTransactions,
  listPendingTransactions,
} from '@hornets/contract/admin/wallet'
import { isDemoToken } from '@hornets/contract/demo-token'
import { type Endpoint, endpointsOf } from '@hornets/contract/endpoint'
import type { Role } from '@hornets/contract/roles'
import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { accountOf, readSession } from '../../api/session/session.ts'
import { mayCallAs } from '../../api/session/use-may.ts'
import { readAnswers, writeAnswers } from './answer-store.ts'

type Kept = DehydratedState['queries'][number]

/** Figures of relay and wallet: no settings, lists, accounts, audit log or secrets, nothing of the wallet's session. */
const keptCalls: readonly Endpoint[] = [
  getStatus,
  ...endpointsOf(statistics),
  listBitcoinRates,
  askWalletHealth,
  getBalanceUsd,
  listLatestTransactions,
  listPendingTransactions,
]
const keptPaths: ReadonlySet<unknown> = new Set(keptCalls.map(({ path }) => path))
/** After a week it is useless. */
const atMostMs = 7 * 24 * 60 * 60_000
const atMostQueries = 60
/** Answers arriving together are written together. */
const gatherMs = 10_000

export const isKept = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => keptPaths.has(queryKey[0])

/** Whether this role can still ask for it: it may have been higher when the answer came. */
export function isFor(role: Role | undefined, { queryKey }: Pick<Query, 'queryKey'>): boolean {
  const call = keptCalls.find(({ path }) => path === queryKey[0])
  return call === undefined || mayCallAs(role, call)
}

const isYoung = ({ state }: Kept) => Date.now() - state.dataUpdatedAt < atMostMs

/** The answers' owner; undefined in the demo, whose data is rebuilt each time. */
const account = () => {
  const session = readSession()
  return isDemoToken(session?.token) ? undefined : accountOf(session)
}

/** Stores arriving answers for the signed-in account only. Returns a function that stops it. */
export function keepAnswers(client: QueryClient): () => void {
  const who = account()
  // The first answers may have arrived before.
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => write(), gatherMs)
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    void keepNow(client, who)
  }
  const stop = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    timer ??= setTimeout(write, gatherMs)
  })
  const onHide = () => document.visibilityState === 'hidden' && timer !== undefined && write()
  document.addEventListener('visibilitychange', onHide)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onHide)
  }
}

async function keepNow(client: QueryClient, who: string | undefined): Promise<void> {
  if (!who || account() !== who) return
  const now = dehydrate(client, { shouldDehydrateQuery: query => query.state.status === 'success' && isKept(query) })
  const kept = mergeAnswers(now.queries, await readAnswers(who))
  // After a sign-out, deleted data must stay deleted.
  if (account() === who) await writeAnswers(who, kept)
}

/** What to keep: the newest of each, none too old, up to a maximum. */
export function mergeAnswers(now: readonly Kept[], before: readonly Kept[]): Kept[] {
  const known = new Set(now.map(query => query.queryHash))
  return [...now, ...before.filter(query => !known.has(query.queryHash))]
    .filter(isYoung)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, atMostQueries)
}

/** Stale from the start, so the relay is asked as soon as it answers. */
export async function restoreAnswers(client: QueryClient): Promise<void> {
  const who = account()
  if (!who) return
  const role = readSession()?.user.role
  const queries = (await readAnswers(who)).filter(isYoung).filter(query => isFor(role, query))
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: atMostMs } } })
}
