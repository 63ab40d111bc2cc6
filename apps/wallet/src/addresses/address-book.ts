import { setImmediate } from 'node:timers/promises'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { PageQuery } from '@hornets/contract/wallet/page'
import { gapLimits, reservedMax } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Branch } from '../coins/coin.ts'
import { refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { Vault } from '../keys/vault.ts'
import { type AddressRow, AddressStore, type Purpose } from './address-store.ts'

/** Deriving takes about a millisecond; other work runs between batches of this size. */
const derivedAtOnce = 25

interface AddressBookParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  /** Minimum number of unused addresses followed after the last used one. */
  readonly lookahead: number
  readonly now: Clock
  /** Called for each receiving address that is given out or used for the first time, in that transaction. */
  readonly onChange: (tx: WalletTransaction, index: number) => void
}

/** The wallet's addresses: who was given which, and which have been paid. */
export class AddressBook {
  readonly #parts: AddressBookParts
  readonly #store: AddressStore

  constructor(parts: AddressBookParts) {
    this.#parts = parts
    this.#store = new AddressStore(parts.database.reads)
  }

  find(script: string): AddressRow | undefined {
    return this.#store.findByScript(script)
  }

  at(branch: Branch, index: number): AddressRow {
    const row = this.#store.findByIndex(branch, index)
    if (!row) throw new Error(`expected ${branch}/${index} to have been derived`)
    return row
  }

  /** The index of a receiving address known outside: given out or paid. */
  givenOutIndex(script: string): number | undefined {
    const row = this.find(script)
    return row?.branch === 0 && (row.purpose !== null || row.used === 1) ? row.idx : undefined
  }

  /** Receiving addresses that were given out or paid, in order. */
  list(page: PageQuery): AddressRow[] {
    return this.#store.listGivenOut(page)
  }

  /** Followed addresses per branch: used ones and the lookahead. */
  watchedCount(): readonly [number, number] {
    return [this.#wantedCount(0), this.#wantedCount(1)]
  }

  watchedScripts(): string[] {
    const [receiving, change] = this.watchedCount()
    return [...this.#store.listScripts(0, receiving), ...this.#store.listScripts(1, change)]
  }

  /** The last receiving addresses given out that have not been paid. */
  awaitedScripts(): string[] {
    return this.#store.listAwaited(gapLimits.usual)
  }

  /** Number of receiving addresses given out after the last paid one. */
  unusedRun(): number {
    return this.#store.firstFree(0) - this.#store.firstUnused(0)
  }

  /** Derives missing followed addresses, and at least this many per branch, in small batches. */
  async fill(
    least: readonly [number, number] = [0, 0],
    onDerived: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const wanted = (branch: Branch) => Math.max(this.#wantedCount(branch), least[branch])
    for (const branch of [0, 1] as const)
      while (this.#store.derivedCount(branch) < wanted(branch)) {
        onDerived(this.#store.derivedCount(0) + this.#store.derivedCount(1), wanted(0) + wanted(1))
        this.#parts.database.transact(tx => {
          this.#derive(tx, branch, Math.min(this.#store.derivedCount(branch) + derivedAtOnce, wanted(branch)))
        })
        await setImmediate()
      }
  }

  /** Gives out unused receiving addresses. */
  giveOut(tx: WalletTransaction, purpose: Purpose, count: number): AddressRow[] {
    return Array.from({ length: count }, () => {
      const index = this.#store.firstFree(0)
      this.#derive(tx, 0, index + 1)
      this.#store.giveOut(tx, 0, index, purpose)
      this.#parts.onChange(tx, index)
      return this.at(0, index)
    })
  }

  /** For the relay. Throws ApiError('conflict') if its unpaid addresses have reached the maximum. */
  reserve(tx: WalletTransaction, count: number): AddressRow[] {
    if (this.#store.countReserved() + count > reservedMax)
      throw new ApiError('conflict', walletMessages.tooManyReserved)
    return this.giveOut(tx, 'relay', count)
  }

  /**
   * Marks a receiving address as known outside, so that neither it nor an earlier one is given out again: a restored
   * wallet only finds paid ones. Does nothing for an address of another recovery phrase, or without a wallet.
   */
  async keepGivenOut({ index, address }: { index: number; address: string }): Promise<void> {
    const { database, vault } = this.#parts
    if (vault.state() === 'none' || index < this.#store.firstFree(0)) return
    if (vault.deriver().derive(0, index).address !== address) return
    await this.fill([index + 1, 0])
    database.transact(tx => this.giveOut(tx, 'restored', Math.max(0, index + 1 - this.#store.firstFree(0))))
  }

  /**
   * The change address for the next payment: the first that was never used, or, beyond the reach of a restore, the
   * first without a standing payment. Refused and abandoned payments thus leave no gap. Asking gives nothing out.
   * Throws RefusedError('coin_not_spendable'), ApiError('unavailable') while earlier payments are unknown.
   */
  nextChange(): AddressRow {
    const { database, vault, now } = this.#parts
    vault.assertSearched()
    const end = this.#store.standingChangeCount() + Math.min(vault.wallet().gapLimit, gapLimits.usual)
    for (const sparing of [true, false]) {
      const index = this.#store.firstFreeChange(now(), { sparing }) ?? this.#store.derivedCount(1)
      if (index >= end) continue
      if (index === this.#store.derivedCount(1)) database.transact(tx => this.#derive(tx, 1, index + 1))
      return this.at(1, index)
    }
    throw refused(refusals.tooManyDrafts)
  }

  /** A payment has taken its change address; an unrecorded one reserves it until a time (milliseconds). */
  takeChange(tx: WalletTransaction, script: string, until: number | null = null): void {
    const row = this.#store.findByScript(script)
    if (row?.branch === 1) this.#store.holdChange(tx, row.idx, until)
  }

  /** Frees the address reserved until this time (milliseconds) by an abandoned payment. */
  letChangeGo(tx: WalletTransaction, until: number | undefined): void {
    if (until !== undefined) this.#store.letChangeGo(tx, until)
  }

  /** The chain has seen it; the followed range grows. */
  markUsed(tx: WalletTransaction, { branch, idx }: AddressRow): void {
    if (!this.#store.markUsed(tx, branch, idx)) return
    this.#derive(tx, branch, this.#wantedCount(branch))
    if (branch === 0) this.#parts.onChange(tx, idx)
  }

  #wantedCount(branch: Branch): number {
    const { vault, lookahead } = this.#parts
    return this.#store.firstFree(branch) + Math.max(vault.wallet().gapLimit, lookahead)
  }

  #derive(tx: WalletTransaction, branch: Branch, count: number): void {
    const deriver = this.#parts.vault.deriver()
    for (let index = this.#store.derivedCount(branch); index < count; index += 1)
      this.#store.insert(tx, deriver.derive(branch, index))
  }
}
