// The order of a round: tip → watch → changes → ledger → payments that wait → push.
import { type Figures, fillIn } from '@hornets/contract/sentence'
import { type ChainSentence, chainSentences } from '@hornets/contract/wallet/chain-sentences'
import type { Logger } from '@hornets/server/process/logger'
import type { AddressBook } from '../addresses/address-book.ts'
import { type Chain, ChainError, type ChainTip, type Search, type SearchGap } from '../chain/chain.ts'
import { isDiskFull } from '../database/wallet-database.ts'
import type { Ledger } from '../history/ledger.ts'
import type { Vault } from '../keys/vault.ts'

interface SyncParts {
  readonly chain: Chain | null
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly ledger: Ledger
  readonly logger: Logger
  /** Hands signed payments to the network that it does not have. */
  readonly resumePayments: () => Promise<void>
  readonly push: () => Promise<boolean>
  /** Before the chain is read: it is read for them, too. */
  readonly keepGivenOut: () => Promise<void>
  readonly pollMs: number
}

export interface SyncState {
  readonly tip: ChainTip | null
  /** True when our book is as new as the source, and the source as new as the network. */
  readonly synced: boolean
  /** What keeps it from being so; empty when nothing does. */
  readonly message: string
  /** The same as data (chain-sentences.ts). */
  readonly template?: string
  readonly figures?: Figures
}

/** Rounds in a row in which there is more to read, or used addresses bring new ones into view. */
const roundsOfOneMax = 100_000

/** Keeps our book in step with the chain, and the relay in step with our book. */
export class SyncService {
  readonly #parts: SyncParts
  readonly #stopping = new AbortController()
  #watched = ''
  /** The state is one of this wallet, and not of the time before there was one. */
  #isOfWallet = false
  #state: SyncState = off(null, chainSentences.starting)
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #again = false
  #resumedAtTip = ''

  constructor(parts: SyncParts) {
    this.#parts = parts
  }

  /** Synced only where all that the wallet has on the chain has been read: a restored one is not before its search ends. */
  state(): SyncState {
    const { vault } = this.#parts
    if (!this.#state.synced || vault.state() === 'none') return this.#state
    const isRead = this.#isOfWallet && vault.wallet().searched
    return isRead ? this.#state : off(this.#state.tip, chainSentences.searching)
  }

  /** Runs a round now and every so often from then on. */
  start(): void {
    this.wake()
  }

  /** A round as soon as possible: something has changed here. */
  wake(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#round) this.#again = true
    else this.#begin()
  }

  /** Resolves when a round that begins after this call has ended. */
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
      // The node may have been exchanged, or have lost sight of our wallet: it is told again what to follow.
      this.#watched = ''
      const { tip, message: before } = this.#state
      this.#state = err instanceof ChainError ? off(tip, err.template, err.figures) : off(tip, sentenceOn(err))
      // Said once, not at every round of an outage.
      if (before !== this.#state.message) this.#parts.logger.warn({ err }, 'the chain could not be followed')
    }
    await this.#parts.push()
  }

  async #follow(): Promise<void> {
    const { chain, vault, ledger, resumePayments, keepGivenOut } = this.#parts
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
    this.#state = known(tip, gapOf(chain, ledger))
    this.#isOfWallet = true
    // A node that is behind does not know the coins of a payment yet, and would refuse what others have long taken.
    if (!tip.synced) return
    if (isWhole) vault.markSearched()
    // Offered again at each round as long as anything is in no block; a block may have shown what nobody answered for.
    if (this.#resumedAtTip !== tip.hash || ledger.unsettled().length > 0) await resumePayments()
    this.#resumedAtTip = tip.hash
  }

  /** Of the search of a wallet that was there before: once it is over, news come without one. */
  #sayProgress(tip: ChainTip, share: number): void {
    if (this.#state.synced) return
    this.#state = off(tip, chainSentences.searchingAt, { percent: Math.floor(share * 100) })
  }

  /** Until there is no more to read, and no used address has brought new ones into view. Answers whether that was all. */
  async #readAll(chain: Chain, tip: ChainTip): Promise<boolean> {
    const { vault, addresses, ledger } = this.#parts
    const onDerived = (done: number, total: number) => {
      this.#state = off(tip, chainSentences.deriving, { done, total })
    }
    for (let round = 0; round < roundsOfOneMax; round += 1) {
      await addresses.fill(undefined, onDerived)
      const count = addresses.watchedCount()
      const { account, restored, createdAt, searched: isSearched } = vault.wallet()
      if (this.#watched !== count.join()) {
        this.#state = off(tip, chainSentences.searching)
        const gap = gapOf(chain, ledger)
        // An older version has counted the coins in the gap and not taken them.
        const isUnread =
          cursorOf(chain, ledger) === null || (gap !== null && gap.coins > 0 && !ledger.hasBelow(gap.height))
        const onSearch = async (search: Search) => {
          await addresses.fill(search.count, onDerived)
          ledger.startSearch(search, chain.source)
        }
        const { source, cursor } = ledger.chainState()
        const isUnfinished = source === chain.source && cursor === null
        const bornAt = restored ? 0 : createdAt
        const signal = this.#stopping.signal
        const onProgress = (share: number) => this.#sayProgress(tip, share)
        const following = { gap, isUnread, isUnfinished, isSearched, onSearch, onProgress }
        await chain.watch({ account, count, bornAt, ...following }, signal)
        this.#watched = count.join()
      }
      ledger.beginRound()
      const changes = await chain.changes({
        cursor: cursorOf(chain, ledger),
        readTo: ledger.chainState().tipHeight,
        isKnown: txid => ledger.isKnown(txid),
        unsettled: ledger.unsettled(),
        recent: fromHeight => ledger.recent(fromHeight),
        gap: gapOf(chain, ledger),
        heldBelow: height => ledger.heldBelow(height),
        scripts: () => addresses.watchedScripts(),
        awaited: () => addresses.awaitedScripts(),
        isAgain: round > 0,
      })
      await ledger.apply(changes, chain.source, tip)
      if (changes.more && changes.share !== undefined) this.#sayProgress(tip, changes.share)
      const isWhole = !changes.more && !changes.isPartial
      if (isWhole && !gapOf(chain, ledger)) ledger.releaseGone()
      if (!changes.more && addresses.watchedCount().join() === count.join()) return isWhole
    }
    throw new Error(`expected the addresses in use to end, got more for ${roundsOfOneMax} rounds`)
  }
}

/** Null where it has not been read yet. */
function cursorOf(chain: Chain, ledger: Ledger): string | null {
  const { source, cursor } = ledger.chainState()
  return source === chain.source ? cursor : null
}

/** A gap is the node's: an Esplora server has everything. */
function gapOf(chain: Chain, ledger: Ledger): SearchGap | null {
  return chain.source === 'bitcoind' ? ledger.chainState().gap : null
}

function known(tip: ChainTip, gap: SearchGap | null = null): SyncState {
  if (!tip.synced) return off(tip, chainSentences.catchingUp)
  if (!gap) return { tip, synced: true, message: '' }
  const template = gap.coins > 0 ? chainSentences.prunedCoins : chainSentences.prunedHistory
  return { ...off(tip, template, { ...gap }), synced: true }
}

/** Whose disk is full is said; the rest is in the log. */
function sentenceOn(err: unknown): ChainSentence {
  return isDiskFull((err as { cause?: unknown } | null)?.cause)
    ? chainSentences.walletDiskFull
    : chainSentences.unreadable
}

function off(tip: ChainTip | null, template: ChainSentence, figures: Figures = {}): SyncState {
  return { tip, synced: false, message: fillIn(template, figures), template, figures }
}
