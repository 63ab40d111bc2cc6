import { setImmediate } from 'node:timers/promises'
import { walletMessages } from '@hornets/contract/wallet/messages'
import type { PageQuery } from '@hornets/contract/wallet/page'
import { refusals } from '@hornets/contract/wallet/refusals'
import { gapLimits, reservedMax } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Branch } from '../coins/coin.ts'
import { refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { Vault } from '../keys/vault.ts'
import { type AddressRow, AddressStore, type Purpose } from './address-store.ts'

/** Deriving takes about a millisecond: so many at once, then others have their turn. */
const derivedAtOnce = 25

interface AddressBookParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  /** How many unused addresses are followed after the last one in use, at the least. */
  readonly lookahead: number
  readonly now: Clock
  /** Hears of each receiving address that is given out or used for the first time, in the transaction that does it. */
  readonly onChange: (tx: WalletTransaction, index: number) => void
}

/** Which addresses are ours, who has been given them, and which have been paid. */
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

  /** The index of a receiving address that is known outside: somebody has been given it, or it has been paid. */
  givenOutIndex(script: string): number | undefined {
    const row = this.find(script)
    return row?.branch === 0 && (row.purpose !== null || row.used === 1) ? row.idx : undefined
  }

  /** Receiving addresses that somebody has been given or that have been paid, in order. */
  list(page: PageQuery): AddressRow[] {
    return this.#store.listGivenOut(page)
  }

  /** How many of each branch are followed: those in use and the lookahead after them. */
  watchedCount(): readonly [number, number] {
    return [this.#wantedCount(0), this.#wantedCount(1)]
  }

  watchedScripts(): string[] {
    const [receiving, change] = this.watchedCount()
    return [...this.#store.listScripts(0, receiving), ...this.#store.listScripts(1, change)]
  }

  /** Of the receiving addresses given out last to which nothing has come yet. */
  awaitedScripts(): string[] {
    return this.#store.listAwaited(gapLimits.usual)
  }

  /** How many receiving addresses have been given out after the last one that was paid. */
  unusedRun(): number {
    return this.#store.firstFree(0) - this.#store.firstUnused(0)
  }

  /** Derives what is followed and not there yet, and so many of each branch at the least, a few at a time. */
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

  /** Receiving addresses that nobody has had before. */
  giveOut(tx: WalletTransaction, purpose: Purpose, count: number): AddressRow[] {
    return Array.from({ length: count }, () => {
      const index = this.#store.firstFree(0)
      this.#derive(tx, 0, index + 1)
      this.#store.giveOut(tx, 0, index, purpose)
      this.#parts.onChange(tx, index)
      return this.at(0, index)
    })
  }

  /** For the relay. Throws ApiError('conflict') where it has reserved as many as it may that nobody has paid. */
  reserve(tx: WalletTransaction, count: number): AddressRow[] {
    if (this.#store.countReserved() + count > reservedMax)
      throw new ApiError('conflict', walletMessages.tooManyReserved)
    return this.giveOut(tx, 'relay', count)
  }

  /**
   * Somebody outside has this receiving address, so that nobody else is given it or one before it: a restored wallet finds
   * only those that were paid. Changes nothing where it is one of other words, or there is no wallet yet.
   */
  async keepGivenOut({ index, address }: { index: number; address: string }): Promise<void> {
    const { database, vault } = this.#parts
    if (vault.state() === 'none' || index < this.#store.firstFree(0)) return
    if (vault.deriver().derive(0, index).address !== address) return
    await this.fill([index + 1, 0])
    database.transact(tx => this.giveOut(tx, 'restored', Math.max(0, index + 1 - this.#store.firstFree(0))))
  }

  /**
   * The change address that the next payment will use: the first that none has ever had, so that what refused and
   * abandoned payments leave behind makes no gap. Where that would lie beyond what a restore finds, the first that no
   * payment has which still stands. Nothing is given out by asking.
   * Throws RefusedError('coin_not_spendable'), ApiError('unavailable') while nobody knows which payments there have been.
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

  /** A payment has taken its change address; one that is not written down yet keeps it until a time (milliseconds). */
  takeChange(tx: WalletTransaction, script: string, until: number | null = null): void {
    const row = this.#store.findByScript(script)
    if (row?.branch === 1) this.#store.holdChange(tx, row.idx, until)
  }

  /** What was kept until a time (milliseconds) for a payment that is given up is free for the next. */
  letChangeGo(tx: WalletTransaction, until: number | undefined): void {
    if (until !== undefined) this.#store.letChangeGo(tx, until)
  }

  /** The chain has seen it; what is followed grows with it. */
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
