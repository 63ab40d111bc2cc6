import type { BalanceHistory } from '@hornets/contract/wallet/accounting'
import type { Clock } from '@hornets/server/clock'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { HistoryStore } from './history-store.ts'

const dayMs = 24 * 60 * 60_000

interface BalanceHistoryParts {
  readonly database: WalletDatabase
  readonly now: Clock
}

type Day = BalanceHistory['days'][number]

/** The confirmed balance day by day. Computed once after each change of the book. */
export class BalanceDays {
  readonly #store: HistoryStore
  readonly #now: Clock
  #known: { readonly days: readonly Day[]; readonly undatedSats: number } | undefined

  constructor({ database, now }: BalanceHistoryParts) {
    this.#store = new HistoryStore(database.reads)
    this.#now = now
  }

  forget(): void {
    this.#known = undefined
  }

  /** Days. */
  read(last?: number): BalanceHistory {
    this.#known ??= { days: closingBalances(this.#store.changesByBlock()), undatedSats: this.#store.undatedSats() }
    const { days, undatedSats } = this.#known
    const from = last === undefined ? '' : dayOf(this.#now() - (last - 1) * dayMs)
    const shown = days.filter(({ day }) => day >= from)
    return { opening_sats: days.findLast(({ day }) => day < from)?.sats ?? 0, days: shown, undated_sats: undatedSats }
  }
}

/** By UTC day. A block's time can be earlier than its predecessor's: it then counts to that day. */
export function closingBalances(blocks: readonly { block_time: number; change_sats: number }[]): Day[] {
  const days = new Map<string, number>()
  let at = 0
  let sum = 0
  for (const { block_time, change_sats } of blocks) {
    at = Math.max(at, block_time)
    sum += change_sats
    days.set(dayOf(at), sum)
  }
  return [...days].map(([day, sats]) => ({ day, sats }))
}

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
