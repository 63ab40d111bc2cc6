import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import type { NetworkTraits } from '../bitcoin/network.ts'
import type { SharedSpend } from '../coins/coin.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { isShared } from './account/account.ts'
import { type Deriver, openDeriver } from './account/address-deriver.ts'
import { KeyStore, type WalletRow } from './key-store.ts'
import { sharedSpendOf } from './shared/witness.ts'

interface WalletRecordParts {
  readonly database: WalletDatabase
  readonly network: NetworkTraits
}

/** What is known of this folder's wallet without its keys: its account, and how far the chain was searched for it. */
export class WalletRecord {
  readonly #parts: WalletRecordParts
  readonly #store: KeyStore
  #row: WalletRow | undefined
  #deriver: Deriver | undefined
  #sharedSpend: SharedSpend | undefined

  /** Throws if this folder's wallet is on another network. */
  constructor(parts: WalletRecordParts) {
    this.#parts = parts
    this.#store = new KeyStore(parts.database.reads)
    const row = this.#store.read()
    if (row) this.#settleNetwork(row)
    this.#take(row)
  }

  exists(): boolean {
    return this.#row !== undefined
  }

  /** Throws ApiError('wallet_missing'). */
  row(): WalletRow {
    if (!this.#row) throw new ApiError('wallet_missing', walletMessages.walletMissing)
    return this.#row
  }

  /** Throws ApiError('wallet_missing'). */
  deriver(): Deriver {
    this.row()
    return this.#deriver as Deriver
  }

  sharedSpend(): SharedSpend | undefined {
    return this.#sharedSpend
  }

  /** Throws ApiError: 'wallet_missing', or 'unavailable' while earlier addresses are unknown. */
  assertSearched(): void {
    if (!this.row().searched) throw new ApiError('unavailable', walletMessages.notSearched)
  }

  markSearched(): void {
    if (!this.#row || this.#row.searched) return
    this.#parts.database.transact(tx => this.#store.markSearched(tx))
    this.#row = { ...this.#row, searched: true }
  }

  /** Searches the chain again with a higher gap limit. Throws ApiError('invalid_fields') if it is not higher. */
  searchFurther(gapLimit: number): void {
    const row = this.row()
    if (gapLimit <= row.gapLimit) throw invalidGap()
    this.#parts.database.transact(tx => this.#store.searchAgain(tx, gapLimit))
    this.#row = { ...row, gapLimit, searched: false }
  }

  /** The operator knows that nothing is missing although the search found nothing. */
  acceptSearch(): void {
    const row = this.row()
    this.#parts.database.transact(tx => this.#store.acceptSearch(tx))
    this.#row = { ...row, searchAccepted: true }
  }

  /** The run of unpaid receiving addresses has this length now; the longest one is remembered. */
  rememberGap(tx: WalletTransaction, gap: number): void {
    const row = this.row()
    if (gap <= row.widestGap) return
    this.#store.putWidestGap(tx, gap)
    this.#row = { ...row, widestGap: gap }
  }

  /** Throws ApiError('conflict'). */
  assertNone(): void {
    if (this.#row) throw new ApiError('conflict', walletMessages.walletThere)
  }

  keep(row: Omit<WalletRow, 'widestGap'>): void {
    this.#parts.database.transact(tx => this.#store.insert(tx, row))
    this.#take({ ...row, widestGap: 0 })
  }

  markWordsChecked(): void {
    this.#parts.database.transact(tx => this.#store.markWordsChecked(tx))
    this.#row = { ...this.row(), wordsUnchecked: false }
  }

  /** The account for subscribers, which older versions did not have. */
  addSubscribers(subscribersXpub: string): void {
    const row = this.row()
    if (isShared(row.account)) return
    this.#parts.database.transact(tx => this.#store.putSubscribers(tx, subscribersXpub))
    this.#take({ ...row, account: { ...row.account, subscribersXpub } })
  }

  /** Addresses differ between networks, and so does the recorded chain. */
  #settleNetwork({ networks }: WalletRow): void {
    const { database, network } = this.#parts
    if (!networks.includes(network.name))
      throw new Error(
        `The wallet in this folder is one of ${networks.join(' or ')}, and WALLET_NETWORK is ${network.name}. ` +
          'Start it with that network again, or with another DATA_DIR.',
      )
    if (networks.length > 1) database.transact(tx => this.#store.settleNetwork(tx, network.name))
  }

  #take(row: WalletRow | undefined): void {
    this.#row = row
    this.#deriver = row && openDeriver(row.account, this.#parts.network)
    this.#sharedSpend = row && isShared(row.account) ? sharedSpendOf(row.account, this.#parts.network) : undefined
  }
}

function invalidGap(): ApiError {
  return new ApiError('invalid_fields', walletMessages.gapNotHigher, {
    fields: { gap_limit: walletMessages.gapNotHigher },
  })
}
