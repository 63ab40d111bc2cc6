// The order of a round: tip → watch → changes → book → waiting payments → push.
import { type Figures, fillIn } from '@hornets/contract/sentence'
import { type ChainSentence, chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { Logger } from '@hornets/server/process/logger'
import type { AddressBook } from '../addresses/address-book.ts'
import { type Chain, ChainError, type ChainTip, type Search, type SearchGap } from '../chain/chain.ts'
import { isDiskFull } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { Vault } from '../keys/vault.ts'

interface SyncParts {
  readonly chain: Chain | null
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly chainBook: ChainBook
  readonly logger: Logger
  /** Rebroadcasts signed payments that the network lacks. */
  readonly resumePayments: () => Promise<void>
  readonly push: () => Promise<boolean>
  /** Before the chain is read, so that these addresses are included. */
  readonly keepGivenOut: () => Promise<void>
  readonly pollMs: number
}

export interface SyncState {
  readonly tip: ChainTip | null
  /** True if our book is as new as the source, and the source as new as the network. */
  readonly synced: boolean
  /** Why it is not synced; empty if it is. */
  readonly message: string
  /** The same as data (chain-sentences.ts). */
  readonly template?: string
  readonly figures?: Figures
}

/** Consecutive rounds while there is more to read, or used addresses bring new ones into view. */
const roundsOfOneMax = 100_000

/** Keeps our book in step with the chain, and the relay with our book. */
export class SyncService {
  readonly #parts: SyncParts
  readonly #stopping = new AbortController()
  #watched = ''
  #watcher: Chain | undefined
  /** Whether the state belongs to this wallet, and not to the time before. */
  #isOfWallet = false
  #state: SyncState = off(null, chainSentences.starting)
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #again = false
  #resumedAtTip = ''

  constructor(parts: SyncParts) {
    this.#parts = parts
  }

  /** A restored wallet is not synced until its search ends; one that found nothing may have had the wrong words. */
  state(): SyncState {
    const { vault, chainBook, addresses } = this.#parts
    if (!this.#state.synced || vault.state() === 'none') return this.#state
    const { searched, searchAccepted } = vault.wallet()
    if (!this.#isOfWallet || !searched) return off(this.#state.tip, chainSentences.searching)
    if (searchAccepted || chainBook.hasTransactions()) return this.#state
    const [receiving, change, subscribers] = addresses.watchedCount()
    return off(this.#state.tip, chainSentences.foundNothing, { receiving, change, subscribers })
  }

  /** Runs a round now and regularly afterwards. */
  start(): void {
    this.wake()
  }

  /** Requests a round as soon as possible, after a local change. */
  wake(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#round) this.#again = true
    else this.#begin()
  }

  changeSource(): void {
    this.#state = off(null, chainSentences.starting)
    this.wake()
  }

  /** Resolves when a round that starts after this call has ended. */
  async settled(): Promise<void> {
    while (this.#round) await this.#round
    this.wake()
    while (this.#round) await this.#round
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#round = this.#runRound().finally(() => {
      this.#round = undefined
      if (this.#stopping.signal.aborted) return
      if (this.#again) {
        this.#again = false
        this.#begin()
      } else this.#timer = setTimeout(() => this.#begin(), this.#parts.pollMs)
    })
  }

  async #runRound(): Promise<void> {
    try {
      await this.#follow()
    } catch (err) {
      if (this.#stopping.signal.aborted) return
      // The node may have been replaced or reset: it is told again what to follow.
      this.#watched = ''
      const { tip, message: before } = this.#state
      this.#state = err instanceof ChainError ? off(tip, err.template, err.figures) : off(tip, sentenceOn(err))
      // Logged once, not in every round.
      if (before !== this.#state.message) this.#parts.logger.warn({ err }, 'could not follow the chain')
    }
    await this.#parts.push()
  }

  async #follow(): Promise<void> {
    const { chain, vault, chainBook, resumePayments, keepGivenOut } = this.#parts
    if (!chain) {
      this.#state = off(null, chainSentences.noSource)
      return
    }
    const tip = await chain.tip()
    if (vault.state() === 'none') {
      this.#state = known(tip)
      return
    }
    await keepGivenOut()
    const isWhole = await this.#readAll(chain, tip)
    this.#state = known(tip, gapOf(chain, chainBook))
    this.#isOfWallet = true
    // A syncing node does not know a payment's coins yet, and would refuse what others have accepted.
    if (!tip.synced) return
    if (isWhole) vault.record.markSearched()
    // Repeated in each round while anything is unconfirmed; a block may contain payments without an answer.
    if (this.#resumedAtTip !== tip.hash || chainBook.unsettled().length > 0) await resumePayments()
    this.#resumedAtTip = tip.hash
  }

  /** For the search of an existing wallet; afterwards, news need no progress. */
  #sayProgress(tip: ChainTip, share: number): void {
    if (this.#state.synced) return
    this.#state = off(tip, chainSentences.searchingAt, { percent: Math.floor(share * 100) })
  }

  /** Repeats until there is no more to read and no new addresses came into view. Returns whether it is complete. */
  async #readAll(chain: Chain, tip: ChainTip): Promise<boolean> {
    const { vault, addresses, chainBook } = this.#parts
    const onDerived = (done: number, total: number) => {
      this.#state = off(tip, chainSentences.deriving, { done, total })
    }
    for (let round = 0; round < roundsOfOneMax; round += 1) {
      await addresses.fill(undefined, onDerived)
      const count = addresses.watchedCount()
      const { account, restored, createdAt, searched: isSearched } = vault.wallet()
      if (this.#watched !== count.join() || this.#watcher !== chain) {
        this.#state = off(tip, chainSentences.searching)
        const gap = gapOf(chain, chainBook)
        // An older version counted the coins in the gap without storing them.
        const isUnread =
          cursorOf(chain, chainBook) === null || (gap !== null && gap.coins > 0 && !chainBook.hasBelow(gap.height))
        const onSearch = async (search: Search) => {
          await addresses.fill(search.count, onDerived)
          chainBook.startSearch(search, chain.source)
        }
        const { source, cursor } = chainBook.chainState()
        const isUnfinished = source === chain.source && cursor === null
        const bornAt = restored ? 0 : createdAt
        const signal = this.#stopping.signal
        const onProgress = (share: number) => this.#sayProgress(tip, share)
        const following = { gap, isUnread, isUnfinished, isSearched, onSearch, onProgress }
        await chain.watch({ account, count, bornAt, ...following }, signal)
        this.#watched = count.join()
        this.#watcher = chain
      }
      chainBook.beginRound()
      const changes = await chain.changes({
        cursor: cursorOf(chain, chainBook),
        readTo: chainBook.chainState().tipHeight,
        isKnown: txid => chainBook.isKnown(txid),
        unsettled: chainBook.unsettled(),
        recent: fromHeight => chainBook.recent(fromHeight),
        gap: gapOf(chain, chainBook),
        heldBelow: height => chainBook.heldBelow(height),
        scripts: () => addresses.watchedScripts(),
        awaited: () => addresses.awaitedScripts(),
        isAgain: round > 0,
      })
      await chainBook.apply(changes, chain.source, tip)
      if (changes.more && changes.share !== undefined) this.#sayProgress(tip, changes.share)
      const isWhole = !changes.more && !changes.isPartial
      if (isWhole && !gapOf(chain, chainBook)) chainBook.releaseGone()
      if (!changes.more && addresses.watchedCount().join() === count.join()) return isWhole
    }
    throw new Error(`expected the addresses in use to end, got more for ${roundsOfOneMax} rounds`)
  }
}

/** Null if it was not read yet. */
function cursorOf(chain: Chain, chainBook: ChainBook): string | null {
  const { source, cursor } = chainBook.chainState()
  return source === chain.source ? cursor : null
}

/** Only nodes have gaps: an Esplora server has everything. */
function gapOf(chain: Chain, chainBook: ChainBook): SearchGap | null {
  return chain.source === 'bitcoind' ? chainBook.chainState().gap : null
}

function known(tip: ChainTip, gap: SearchGap | null = null): SyncState {
  if (!tip.synced) return off(tip, chainSentences.catchingUp)
  if (!gap) return { tip, synced: true, message: '' }
  const template = gap.coins > 0 ? chainSentences.prunedCoins : chainSentences.prunedHistory
  return { ...off(tip, template, { ...gap }), synced: true }
}

/** Names whose disk is full; everything else is in the log. */
function sentenceOn(err: unknown): ChainSentence {
  return isDiskFull((err as { cause?: unknown } | null)?.cause)
    ? chainSentences.walletDiskFull
    : chainSentences.unreadable
}

function off(tip: ChainTip | null, template: ChainSentence, figures: Figures = {}): SyncState {
  return { tip, synced: false, message: fillIn(template, figures), template, figures }
}
