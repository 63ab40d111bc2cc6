import type { BodyOf } from '@hornets/contract'
import type { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import type { AddressBook } from '../addresses/address-book.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { PushStream } from './push-stream.ts'
import { RelayMemoryStore } from './relay-memory-store.ts'

interface RelayMemoryParts {
  readonly database: WalletDatabase
  readonly stream: PushStream
  readonly tellAll: (tx: WalletTransaction) => void
  readonly addresses: AddressBook
  readonly walletName: string
  readonly logger: Logger
}

/** Reports again what the relay may have lost; addresses that a restored wallet forgot count as given out. */
export class RelayMemory {
  readonly #parts: RelayMemoryParts
  readonly #store: RelayMemoryStore

  constructor(parts: RelayMemoryParts) {
    this.#parts = parts
    this.#store = new RelayMemoryStore(parts.database.reads)
  }

  /** The relay's report about itself, sent with its owners; missing from older relays. */
  async hear({ wallet_name, run, last_address, sequence }: BodyOf<typeof setOperators>): Promise<void> {
    if (wallet_name === undefined || run === undefined) return
    const { database, stream, tellAll, walletName, logger } = this.#parts
    const before = this.#store.read()
    const isAnother = before?.run !== run || before.wallet_name !== wallet_name
    if (sequence !== undefined) stream.compare(sequence)
    const last = { address_index: last_address?.index ?? null, address: last_address?.address ?? null }
    database.transact(tx => {
      this.#store.put(tx, { wallet_name, run, ...last })
      // Without numbers it is unknown what it has stored.
      if (isAnother && sequence === undefined) tellAll(tx)
    })
    if (isAnother && wallet_name !== walletName)
      logger.warn(
        { taken: wallet_name, WALLET_NAME: walletName },
        'the relay expects a wallet with another name: make wallet.name in its settings and WALLET_NAME equal',
      )
    await this.keepGivenOut()
  }

  /** The relay remembers addresses given out by a wallet with the same words, paid or not. */
  async keepGivenOut(): Promise<void> {
    const { address_index: index, address } = this.#store.read() ?? {}
    if (typeof index === 'number' && typeof address === 'string')
      await this.#parts.addresses.keepGivenOut({ index, address })
  }
}
