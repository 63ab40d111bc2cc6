import { AddressBook } from '../addresses/address-book.ts'
import { scriptOfAddress } from '../bitcoin/script-address.ts'
import { BalanceDays } from '../history/balance-history.ts'
import { ChainBook } from '../history/book/chain-book.ts'
import { CoinBook } from '../history/coin-book.ts'
import { History } from '../history/history.ts'
import { Labels } from '../history/labels/labels.ts'
import { TransactionDetails } from '../history/transaction-details.ts'
import { Outbox } from '../sync/outbox.ts'
import type { Frame } from './frame.ts'
import type { KeyParts } from './key-parts.ts'

export type BookParts = ReturnType<typeof openBookParts>

/** Our addresses, transactions, coins and labels. The outbox notes each change for the relay. */
export function openBookParts({ database, network, chain, now, options }: Frame, { vault }: KeyParts) {
  const outbox = new Outbox(database)
  const addresses = new AddressBook({
    database,
    vault,
    now,
    get lookahead() {
      return options.lookahead ?? chain?.lookahead ?? 0
    },
    subscribersWindow: options.subscribersWindow,
    onChange: (tx, spot) => outbox.putAddress(tx, spot),
  })
  const balanceDays = new BalanceDays({ database, now })
  const chainBook: ChainBook = new ChainBook({
    database,
    addresses,
    network,
    now,
    onChange: (tx, txids) => {
      outbox.putTransactions(tx, txids)
      balanceDays.forget()
    },
  })
  const tipHeight = () => chainBook.chainState().tipHeight
  const coins = new CoinBook({ database, now, tipHeight })
  const history = new History({ database, tipHeight })
  const labels = new Labels({
    database,
    coins,
    onChange: (tx, type, ref) => {
      const spot = type === 'addr' ? addresses.givenOut(scriptOfAddress(ref, network) ?? '') : undefined
      if (spot) outbox.putAddress(tx, spot)
    },
  })
  const details = new TransactionDetails({ chainBook, coins, chain, network })
  return { outbox, addresses, balanceDays, chainBook, coins, history, labels, details }
}
