import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { OpenPsbt } from '@hornets/contract/wallet/signing'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { AddressBook } from '../addresses/address-book.ts'
import type { NetworkTraits } from '../bitcoin/network.ts'
import type { Coin, TransactionPlan } from '../coins/coin.ts'
import type { RawOutput } from '../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import { isShared, type SharedAccount } from '../keys/account/account.ts'
import { Collecting, joinBooks, type SpentPlace } from '../keys/shared/collecting.ts'
import {
  addToPsbt,
  createSharedPsbt,
  fingerprintOf,
  type Returned,
  readReturned,
  spentOf,
} from '../keys/shared/shared-psbt.ts'
import type { Vault } from '../keys/vault.ts'
import { type SharedDraftRow, SharedDraftStore } from './shared-draft-store.ts'

export interface SharedDraftParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly chainBook: ChainBook
  readonly network: NetworkTraits
}

/** Payments from a shared account, until enough keys have signed. */
export class SharedDrafts {
  readonly #parts: SharedDraftParts
  readonly #store: SharedDraftStore

  constructor(parts: SharedDraftParts) {
    this.#parts = parts
    this.#store = new SharedDraftStore(parts.database.reads)
  }

  /** Whether the account is shared. Throws ApiError('wallet_missing'). */
  isShared(): boolean {
    return isShared(this.#parts.vault.wallet().account)
  }

  /** In the transaction that reserves its coins. Does nothing for single-key accounts. */
  keep(tx: WalletTransaction, sendId: number, plan: TransactionPlan): void {
    if (!this.isShared()) return
    const { chainBook, network } = this.#parts
    const psbt = createSharedPsbt(plan, {
      account: this.#account(),
      network,
      previous: txid => chainBook.find(txid)?.raw || undefined,
      placeOf: script => this.#placeOf(script),
    })
    this.#store.keep(tx, sendId, psbt)
  }

  forget(tx: WalletTransaction, sendId: number): void {
    this.#store.forget(tx, sendId)
  }

  /** Base64, with the signatures so far. Throws ApiError('not_found') for unknown drafts. */
  psbtOf(txid: string): string {
    const draft = this.#store.findByTxid(txid)
    if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
    return draft.psbt
  }

  async list(): Promise<OpenPsbt[]> {
    if (!this.isShared()) return []
    const rows: OpenPsbt[] = []
    for (const row of this.#store.list()) rows.push(await this.#describe(row))
    return rows
  }

  /** Throws ApiError: 'bad_request' unless a PSBT of `txid` with valid signatures; 'not_found'. */
  async add(text: string, txid?: string): Promise<OpenPsbt & { added: number }> {
    const returned = readOrRefuse(text)
    if (txid !== undefined && returned.txid !== txid) throw new ApiError('bad_request', walletMessages.psbtOther)
    const draft = this.#store.findByTxid(returned.txid)
    if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
    const before = await this.#describe(draft)
    const { collecting, books } = await this.#check(draft, returned)
    // Others may have added theirs during verification.
    const kept = this.#parts.database.transact(tx => {
      const now = this.#store.findByTxid(returned.txid)
      if (now) this.#store.keep(tx, now.id, addToPsbt(now.psbt, collecting.locks, books))
      return now !== undefined
    })
    if (!kept) throw new ApiError('not_found', walletMessages.psbtUnknown)
    const after = await this.#describe(this.#store.findByTxid(returned.txid) ?? draft)
    return { ...after, added: signedCount(after) - signedCount(before) }
  }

  /** Hex, with earlier signatures; null if more are needed. Throws ApiError: 'bad_request', 'not_found'. */
  async finish(text: string): Promise<string | null> {
    const returned = readOrRefuse(text)
    const draft = this.#store.findByTxid(returned.txid)
    const { collecting, books } = await this.#check(draft, returned)
    return collecting.finish(books)
  }

  /** All signatures of a payment, including stored ones. */
  async #check(draft: SharedDraftRow | undefined, returned: Returned) {
    const account = this.#account()
    const spent = draft ? spentOf(draft.psbt) : this.#spentCoins(returned)
    const collecting = new Collecting(returned.unsigned, this.#placed(spent), { account, network: this.#parts.network })
    const given = await collecting.check(returned)
    if (!given) throw new ApiError('bad_request', walletMessages.signaturesWrong)
    const stored = draft && readReturned(draft.psbt)
    const kept = stored ? await collecting.check(stored) : null
    return { collecting, books: kept ? joinBooks(kept, given) : given }
  }

  async #describe(row: SharedDraftRow): Promise<OpenPsbt> {
    const stored = readOrRefuse(row.psbt)
    const { collecting, books } = await this.#check(row, stored)
    const { missing, signers } = collecting.progress(books)
    return {
      txid: row.txid,
      psbt: row.psbt,
      amount_sats: row.amount_sats,
      recipient_address: row.recipient,
      fee_sats: row.fee_sats,
      timestamp: toTimestamp(row.created_at),
      missing,
      signers: signers.map(({ signed, ...key }) => ({
        fingerprint: fingerprintOf(key, this.#parts.network),
        path: key.path,
        signed,
      })),
    }
  }

  #account(): SharedAccount {
    const { account } = this.#parts.vault.wallet()
    if (!isShared(account)) throw new ApiError('not_found', walletMessages.psbtUnknown)
    return account
  }

  /** For payments no longer collected: its coins by our own book. */
  #spentCoins({ unsigned }: Returned): RawOutput[] {
    const spent = unsigned.inputs.flatMap(({ txid, vout }) => this.#parts.coins.find(txid, vout) ?? [])
    if (spent.length < unsigned.inputs.length) throw new ApiError('not_found', walletMessages.psbtUnknown)
    return spent
  }

  #placed(spent: readonly RawOutput[]): SpentPlace[] {
    return spent.map(({ script, valueSats }) => {
      const place = this.#placeOf(script)
      if (!place) throw new ApiError('not_found', walletMessages.psbtUnknown)
      return { script, valueSats, ...place }
    })
  }

  #placeOf(script: string): Pick<Coin, 'branch' | 'index'> | undefined {
    const own = this.#parts.addresses.find(script)
    return own && { branch: own.branch, index: own.idx }
  }
}

function readOrRefuse(text: string): Returned {
  const returned = readReturned(text)
  if (!returned) throw new ApiError('bad_request', walletMessages.psbtUnreadable)
  return returned
}

function signedCount({ signers }: OpenPsbt): number {
  return signers.filter(({ signed }) => signed).length
}
