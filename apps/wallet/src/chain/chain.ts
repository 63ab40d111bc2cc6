import { type Figures, fillIn, type PlaceIn } from '@hornets/contract/sentence'
import type { ChainSentence } from '@hornets/contract/wallet/answers/chain-sentences'
import type { PerBranch } from '../coins/coin.ts'
import type { Unconfirmed } from '../coins/left-behind.ts'
import type { Account } from '../keys/account/account.ts'

export type Place =
  | { readonly kind: 'block'; readonly hash: string; readonly height: number; readonly timeMs: number }
  | { readonly kind: 'mempool' }
  | { readonly kind: 'nowhere' }

/** The chain's report about a transaction of ours. */
export interface Sighting {
  readonly txid: string
  readonly place: Place
  /** Missing if the caller knows it or nobody has it. */
  readonly hex?: string
}

export interface ChainTip {
  readonly height: number
  readonly hash: string
  /** False while the source itself is still syncing. */
  readonly synced: boolean
}

/** The part of a wallet's history that a pruned node cannot search. */
export interface SearchGap {
  readonly height: number
  /** The wallet's unspent outputs in earlier blocks, at the time of the search. */
  readonly coins: number
  readonly sats: number
}

/** An output in a pruned block: enough to spend it, not to tell its origin. */
export interface FoundCoin {
  readonly txid: string
  readonly vout: number
  readonly valueSats: number
  /** scriptPubKey, hex. */
  readonly script: string
  readonly isCoinbase: boolean
  readonly block: Extract<Place, { kind: 'block' }>
}

/** The result that starts a search of the whole chain. */
export interface Search {
  /** Null if everything can be searched. */
  readonly gap: SearchGap | null
  readonly coins: readonly FoundCoin[]
  /** Addresses per branch needed to identify their owners. */
  readonly count: PerBranch
}

/** The addresses to follow: per branch those with a lower index. */
export interface Watched {
  readonly account: Account
  readonly count: PerBranch
  /** Milliseconds: earlier blocks are irrelevant; 0 if unknown. */
  readonly bornAt: number
  readonly gap: SearchGap | null
  /** The book has no data from this source, or lacks the coins in its gap. */
  readonly isUnread: boolean
  /** The chain was read to its end once: new addresses have no history (BIP 44). */
  readonly isSearched: boolean
  /** A search of the whole chain started and nothing was read since: a restart may have interrupted it. */
  readonly isUnfinished: boolean
  /** Called before a search of the whole chain, after which everything is reported again. */
  readonly onSearch: (search: Search) => Promise<void>
  /** Called during a search with its progress, 0 to 1. */
  readonly onProgress: (share: number) => void
}

export interface Question {
  /** From the last answer; null requests everything. */
  readonly cursor: string | null
  /** Highest block read from any source; null at first. */
  readonly readTo: number | null
  readonly isKnown: (txid: string) => boolean
  /** Our transactions that no block contains: each gets an answer, whatever its state. */
  readonly unsettled: readonly string[]
  /** Our transactions in blocks from this height on, or by default in those that a reorganisation can still reach. */
  readonly recent: (fromHeight?: number) => readonly string[]
  /** Null if the source follows everything of ours. */
  readonly gap: SearchGap | null
  /** Our outputs in blocks below a height. */
  readonly heldBelow: (height: number) => readonly HeldCoin[]
  /** Watched scriptPubKeys (hex), for sources that do not follow by themselves. */
  readonly scripts: () => readonly string[]
  /** Among them, the last given out and not yet paid. */
  readonly awaited: () => readonly string[]
  /** Asked right after the last answer, which brought new addresses into view. */
  readonly isAgain: boolean
}

export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/** An output without a known spender. */
export interface HeldCoin extends Outpoint {
  /** Whether the chain no longer has it unspent. */
  readonly isSpent: boolean
}

export interface Changes {
  readonly sightings: readonly Sighting[]
  /** Which coins of the gap still exist, and which were spent by unknown transactions; missing if not asked. */
  readonly held?: readonly HeldCoin[]
  readonly cursor: string
  /** There is more: ask again with the new cursor once this is stored. */
  readonly more: boolean
  /** The source knows more than it reported, and may report it in a later round. */
  readonly isPartial?: boolean
  /** Share of the data read so far, 0 to 1; missing if unknown. */
  readonly share?: number
}

/** isFinal: nobody else has it; another's server may rebroadcast, so there only what can never confirm. */
export type BroadcastResult =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: string; readonly isFinal: boolean }

/** Fees of a transaction in the mempool, with its ancestors and descendants. */
export interface MempoolFacts {
  readonly ancestors: readonly Unconfirmed[]
  readonly descendantCount: number
  /** Without its own fee. */
  readonly descendantFeeSats: number
}

/** Satoshis per virtual byte. */
export interface RelayRates {
  /** Transactions below it are not relayed. */
  readonly minimum: number
  /** Added by a replacement (BIP 125, rule 4). */
  readonly incremental: number
}

/** If no node can be asked (Bitcoin Core's defaults for years). */
export const usualRates: RelayRates = { minimum: 1, incremental: 1 }

/** ChainError without an answer or when `signal` aborts: then a payment may not have failed. */
export interface Chain {
  /** none: nothing is chosen, and the network is unknown. */
  readonly source: 'bitcoind' | 'esplora' | 'none'
  /** Minimum number of addresses followed after the last used one. */
  readonly lookahead: number
  tip(signal?: AbortSignal): Promise<ChainTip>
  /** Follows these addresses from now on; may search the chain for hours. */
  watch(watched: Watched, signal: AbortSignal): Promise<void>
  changes(question: Question): Promise<Changes>
  broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult>
  /** Null if the source has no estimate. */
  estimateRates(): Promise<{ low: number; med: number; high: number } | null>
  relayRates(): Promise<RelayRates>
  mempoolFacts(txid: string): Promise<MempoolFacts | null>
}

/** The chain source does not answer, or its answer is invalid. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  readonly template: ChainSentence
  readonly figures: Figures

  constructor(template: ChainSentence, figures: Figures = {}, cause?: unknown) {
    super(fillIn(template, figures), { cause })
    this.template = template
    this.figures = figures
  }
}

export function chainError<const One extends ChainSentence>(
  sentence: One,
  figures: Figures & Readonly<Record<PlaceIn<One>, number | string>>,
  cause?: unknown,
): ChainError {
  return new ChainError(sentence, figures, cause)
}
