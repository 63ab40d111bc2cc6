import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { PageQuery } from '@hornets/contract/wallet/page'
import { gapLimits, reservedMax, subscribersWindow } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { type Branch, branches, type PerBranch, type Spot } from '../coins/coin.ts'
import { refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { subscribersAccountOf } from '../keys/account/account.ts'
import type { Vault } from '../keys/vault.ts'
import { type AddressRow, AddressStore, type Purpose } from './address-store.ts'

/** Deriving takes about a millisecond; other work runs between batches of this size. */
const derivedAtOnce = 25
/** Indexes that a key can have in a window, in this order, before the next window. */
const triesPerWindow = 16
/** Subscribers' addresses asked for besides those in turn, so that a renewal does not wait for all unused ones. */
const heldAtOnce = 80

interface AddressBookParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  /** Minimum number of unused addresses followed after the last used one. */
  readonly lookahead: number
  /** By default the usual one; tests need fewer addresses. */
  readonly subscribersWindow?: number | undefined
  readonly now: Clock
  /** Called for each address but change that is given out or used for the first time, in that transaction. */
  readonly onChange: (tx: WalletTransaction, spot: Spot) => void
}

/** The wallet's addresses: who was given which, and which have been paid. */
export class AddressBook {
  readonly #parts: AddressBookParts
  readonly #store: AddressStore
  /** Where the next subscribers' addresses in turn begin. */
  #heldFrom = 0

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

  /** An address known outside: given out or paid. */
  givenOut(script: string): Spot | undefined {
    const row = this.find(script)
    return row && row.branch !== 1 && (row.purpose !== null || row.used === 1) ? row : undefined
  }

  /** Receiving addresses that were given out or paid, in order. */
  list(page: PageQuery): AddressRow[] {
    return this.#store.listGivenOut(page)
  }

  /** Followed addresses per branch: used ones and the lookahead. */
  watchedCount(): PerBranch {
    return [this.#wantedCount(0), this.#wantedCount(1), this.#wantedCount(2)]
  }

  watchedScripts(): string[] {
    const count = this.watchedCount()
    return branches.flatMap(branch => this.#store.listScripts(branch, count[branch]))
  }

  /** The last addresses given out that have not been paid, and in turn those of subscribers. */
  awaitedScripts(): string[] {
    const held = this.#store.listHeld(this.#heldFrom, heldAtOnce)
    this.#heldFrom = held.length < heldAtOnce ? 0 : (held.at(-1)?.idx ?? 0) + 1
    return [...this.#store.listAwaited(gapLimits.usual), ...held.map(({ script }) => script)]
  }

  /** Number of receiving addresses given out after the last paid one. */
  unusedRun(): number {
    return this.#store.firstFree(0) - this.#store.firstUnused(0)
  }

  /** Subscribers' addresses given out or paid lie below this index. */
  subscribersInUse(): number {
    return this.#store.firstFree(2)
  }

  /** Derives missing followed addresses, and at least this many per branch, in small batches. */
  async fill(
    least: PerBranch = [0, 0, 0],
    onDerived: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const wanted = (branch: Branch) => Math.max(this.#wantedCount(branch), least[branch])
    const sum = (countOf: (branch: Branch) => number) =>
      branches.reduce((all: number, branch) => all + countOf(branch), 0)
    for (const branch of branches)
      while (this.#store.derivedCount(branch) < wanted(branch)) {
        onDerived(
          sum(one => this.#store.derivedCount(one)),
          sum(wanted),
        )
        this.#parts.database.transact(tx => {
          this.#derive(tx, branch, Math.min(this.#store.derivedCount(branch) + derivedAtOnce, wanted(branch)))
        })
        await setImmediate()
      }
  }

  giveOut(tx: WalletTransaction, purpose: Purpose, count: number): AddressRow[] {
    return Array.from({ length: count }, () => {
      const index = this.#store.firstFree(0)
      this.#derive(tx, 0, index + 1)
      this.#giveOut(tx, { branch: 0, idx: index }, purpose)
      this.#parts.vault.record.rememberGap(tx, this.unusedRun())
      return this.at(0, index)
    })
  }

  /** Index follows from the key: the same after a restore unless `taken` by another key. Throws as `reserve`. */
  async giveTo(key: string, taken: readonly string[] = []): Promise<AddressRow> {
    const { database } = this.#parts
    database.transact(tx => {
      for (const address of taken) {
        const row = this.#store.findByAddress(address)
        if (row && row.branch !== 1) this.#store.disown(tx, row)
      }
    })
    for (let window = 0; ; window += 1) {
      const known = this.#store.findByHolder(key)
      if (known) return known
      const given = this.#hasSubscribers() ? await this.#giveWithin(window, key) : this.#giveNext(key)
      if (given) return given
    }
  }

  /** For the relay. Throws ApiError('conflict') if its unpaid addresses have reached the maximum. */
  reserve(tx: WalletTransaction, count: number): AddressRow[] {
    this.#assertReserve(count)
    return this.giveOut(tx, 'relay', count)
  }

  /** Marks an address as known outside, so that it is not given out again: a restored wallet only finds paid ones. */
  async keepGivenOut({ index, address }: { index: number; address: string }): Promise<void> {
    const { database, vault } = this.#parts
    if (vault.state() === 'none' || index < this.#store.firstFree(0)) return
    if (vault.deriver().derive(0, index).address !== address) return
    await this.fill([index + 1, 0, 0])
    database.transact(tx => this.giveOut(tx, 'restored', Math.max(0, index + 1 - this.#store.firstFree(0))))
  }

  /** First never used or, beyond a restore's reach, not in force. Throws RefusedError, ApiError('unavailable'). */
  nextChange(): AddressRow {
    const { database, vault, now } = this.#parts
    vault.record.assertSearched()
    const end = this.#store.usedChangeCount() + Math.min(vault.wallet().gapLimit, gapLimits.usual)
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
    // A window of subscribers' addresses takes seconds: the next round derives it.
    if (branch !== 2) this.#derive(tx, branch, this.#wantedCount(branch))
    if (branch !== 1) this.#parts.onChange(tx, { branch, idx })
  }

  /** Undefined if other keys have all indexes of this key in the window. */
  async #giveWithin(window: number, key: string): Promise<AddressRow | undefined> {
    const size = this.#window()
    await this.fill([0, 0, (window + 1) * size])
    return this.#parts.database.transact(tx => {
      const known = this.#store.findByHolder(key)
      if (known) return known
      const spots = Array.from({ length: triesPerWindow }, (_, attempt) => spotOf(key, window, attempt, size))
      const row = spots.map(idx => this.at(2, idx)).find(({ purpose, holder }) => purpose === null && holder === null)
      return row && this.#hold(tx, row, key)
    })
  }

  #giveNext(key: string): AddressRow {
    return this.#parts.database.transact(tx => {
      const index = this.#store.firstFree(0)
      this.#derive(tx, 0, index + 1)
      const row = this.#hold(tx, { branch: 0, idx: index }, key)
      this.#parts.vault.record.rememberGap(tx, this.unusedRun())
      return row
    })
  }

  #hold(tx: WalletTransaction, { branch, idx }: Spot, key: string): AddressRow {
    this.#assertReserve(1)
    this.#giveOut(tx, { branch, idx }, 'relay')
    this.#store.hold(tx, { branch, idx }, key)
    return this.at(branch, idx)
  }

  #giveOut(tx: WalletTransaction, spot: Spot, purpose: Purpose): void {
    this.#store.giveOut(tx, spot, purpose, this.#parts.now())
    this.#parts.onChange(tx, spot)
  }

  #assertReserve(count: number): void {
    if (this.#store.countReserved() + count > reservedMax)
      throw new ApiError('conflict', walletMessages.tooManyReserved)
  }

  #hasSubscribers(): boolean {
    return subscribersAccountOf(this.#parts.vault.wallet().account) !== null
  }

  #window(): number {
    return this.#parts.subscribersWindow ?? subscribersWindow
  }

  /** All windows up to the last one in use; in restored words the first, and as many addresses as their gap limit. */
  #wantedByWindows(): number {
    if (!this.#hasSubscribers()) return 0
    const { restored, sealed, gapLimit } = this.#parts.vault.wallet()
    const [size, inUse] = [this.#window(), this.#store.firstFree(2)]
    const isSearched = restored && sealed !== null
    const least = isSearched ? Math.max(1, gapLimit > gapLimits.usual ? gapLimit : 0) : 0
    return Math.ceil(Math.max(inUse, least) / size) * size
  }

  #wantedCount(branch: Branch): number {
    if (branch === 2) return this.#wantedByWindows()
    const { vault, lookahead } = this.#parts
    return this.#store.firstFree(branch) + Math.max(vault.wallet().gapLimit, lookahead)
  }

  #derive(tx: WalletTransaction, branch: Branch, count: number): void {
    const deriver = this.#parts.vault.deriver()
    for (let index = this.#store.derivedCount(branch); index < count; index += 1)
      this.#store.insert(tx, deriver.derive(branch, index))
  }
}

/** The index of a key's n-th try in a window. */
function spotOf(key: string, window: number, attempt: number, size: number): number {
  const digest = createHash('sha256').update(`${key} ${window} ${attempt}`).digest()
  return window * size + (digest.readUInt32BE(0) % size)
}
