import type { BodyOf } from '@hornets/contract'
import type { setOperators } from '@hornets/contract/wallet/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import type { AddressBook } from '../addresses/address-book.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { PushStream } from './push-stream.ts'
import { RelayMemoryStore } from './relay-memory-store.ts'

interface RelayMemoryParts {
  readonly database: WalletDatabase
  readonly stream: PushStream
  /** Notes that the relay has to hear of everything again. */
  readonly tellAll: (tx: WalletTransaction) => void
  readonly addresses: AddressBook
  readonly walletName: string
  readonly logger: Logger
}

/**
 * Puts right where relay and wallet remember different things: what the relay may have forgotten it is told again, and
 * addresses that a restored wallet has forgotten are given to nobody else.
 */
export class RelayMemory {
  readonly #parts: RelayMemoryParts
  readonly #store: RelayMemoryStore

  constructor(parts: RelayMemoryParts) {
    this.#parts = parts
    this.#store = new RelayMemoryStore(parts.database.reads)
  }

  /** What the relay says of itself with its owners; an older one says nothing. */
  async hear({ wallet_name, run, last_address, sequence }: BodyOf<typeof setOperators>): Promise<void> {
    if (wallet_name === undefined || run === undefined) return
    const { database, stream, tellAll, walletName, logger } = this.#parts
    const before = this.#store.read()
    const isAnother = before?.run !== run || before.wallet_name !== wallet_name
    if (sequence !== undefined) stream.compare(sequence)
    const last = { address_index: last_address?.index ?? null, address: last_address?.address ?? null }
    database.transact(tx => {
      this.#store.put(tx, { wallet_name, run, ...last })
      // Without numbers nobody knows what it has kept.
      if (isAnother && sequence === undefined) tellAll(tx)
    })
    if (isAnother && wallet_name !== walletName)
      logger.warn(
        { taken: wallet_name, WALLET_NAME: walletName },
        'the relay takes reports of a wallet of another name only: wallet.name of its settings and WALLET_NAME have to be the same',
      )
    await this.keepGivenOut()
  }

  /** The relay keeps addresses that a wallet made from the same words has given out, paid or not. */
  async keepGivenOut(): Promise<void> {
    const { address_index: index, address } = this.#store.read() ?? {}
    if (typeof index === 'number' && typeof address === 'string')
      await this.#parts.addresses.keepGivenOut({ index, address })
  }
}
