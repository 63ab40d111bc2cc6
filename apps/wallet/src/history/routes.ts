import { Readable } from 'node:stream'
import {
  exportHistory as exportHistoryEndpoint,
  getBalance,
  getBalanceHistory,
  listCoins,
  listTransactions,
  lockCoin,
} from '@hornets/contract/wallet/accounting'
import { exportLabels, importLabels, saveLabel } from '@hornets/contract/wallet/addresses'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { getTransaction } from '@hornets/contract/wallet/transaction-details'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import { outpointOf, pointOf } from '../coins/raw-transaction.ts'
import type { WalletDatabase } from '../database/wallet-database.ts'
import type { Vault } from '../keys/vault.ts'
import type { Session } from '../operators/tokens.ts'
import type { BalanceDays } from './balance-history.ts'
import type { CoinBook } from './coin-book.ts'
import { exportHistory } from './export-history.ts'
import type { History } from './history.ts'
import type { Labels } from './labels/labels.ts'
import type { TransactionDetails } from './transaction-details.ts'

interface HistoryRouteParts {
  readonly vault: Vault
  readonly coins: CoinBook
  readonly history: History
  readonly labels: Labels
  readonly details: TransactionDetails
  readonly balanceDays: BalanceDays
  readonly database: WalletDatabase
  /** Labels changed and should be pushed to the relay now. */
  readonly onLabelled: () => void
}

export function historyRoutes(serve: Serve<Session>, parts: HistoryRouteParts): void {
  const { vault, coins, history, labels, details, balanceDays, database } = parts
  coinRoutes(serve, parts)
  labelRoutes(serve, parts)

  serve(getBalance, () => {
    vault.wallet()
    return coins.balance()
  })

  serve(getBalanceHistory, ({ query }) => {
    vault.wallet()
    return balanceDays.read(query.days)
  })

  serve(exportHistoryEndpoint, ({ query, reply }) => {
    vault.wallet()
    return (
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="wallet-history.csv"')
        // Reads one chunk ahead at most, so slow or stopped readers cost nothing.
        .send(Readable.from(exportHistory(database, labels, query.separator), { highWaterMark: 1 }))
    )
  })

  serve(listTransactions, ({ query }) => {
    vault.wallet()
    const { transactions, next } = history.page(query.limit, query.before)
    return { transactions: transactions.map(row => ({ ...row, label: labels.find('tx', row.txid) })), next }
  })

  serve(getTransaction, ({ query }) => {
    vault.wallet()
    return details.of(query.txid)
  })
}

function coinRoutes(serve: Serve<Session>, { vault, coins, labels, database }: HistoryRouteParts): void {
  serve(listCoins, ({ query }) => {
    vault.wallet()
    return coins
      .page(query)
      .map(coin => ({
        outpoint: outpointOf(coin),
        address: coin.address,
        value_sats: coin.valueSats,
        confirmations: coin.confirmations,
        ...(!coin.confirmed && { unconfirmed: coin.trusted ? ('own' as const) : ('others' as const) }),
        locked: coin.locked,
        label: labels.find('output', outpointOf(coin)),
      }))
  })

  serve(lockCoin, ({ body }) => {
    vault.wallet()
    const coin = pointOf(body.outpoint)
    if (!coins.holds(coin)) throw new ApiError('not_found', walletMessages.coinUnknown)
    database.transact(tx => (body.locked ? coins.lock(tx, coin) : coins.release(tx, coin)))
    return { message: body.locked ? 'The coin is kept' : 'The coin may be spent' }
  })
}

function labelRoutes(serve: Serve<Session>, { labels, onLabelled }: HistoryRouteParts): void {
  serve(saveLabel, ({ body }) => {
    labels.save(body)
    onLabelled()
    return { message: 'Saved' }
  })

  serve(exportLabels, ({ reply }) =>
    reply
      .header('content-type', 'application/jsonl; charset=utf-8')
      .header('content-disposition', 'attachment; filename="labels.jsonl"')
      .send(labels.exportAll()),
  )

  serve(importLabels, ({ body }) => {
    const counts = labels.importAll(body.jsonl, body.preview)
    if (!body.preview) onLabelled()
    return counts
  })
}
