import { type Figures, fillIn, type PlaceIn } from '@hornets/contract/sentence'
import type { ChainSentence } from '@hornets/contract/wallet/chain-sentences'
import type { Unconfirmed } from '../coins/left-behind.ts'
import type { Account } from '../keys/account.ts'

/** Where the network holds a transaction. */
export type Place =
  | { readonly kind: 'block'; readonly hash: string; readonly height: number; readonly timeMs: number }
  | { readonly kind: 'mempool' }
  | { readonly kind: 'nowhere' }

/** What the chain says of a transaction that has to do with us. */
export interface Sighting {
  readonly txid: string
  readonly place: Place
  /** Missing where the asker knows it, or nobody has it. */
  readonly hex?: string
}

export interface ChainTip {
  readonly height: number
  readonly hash: string
  /** False while the source itself is still catching up. */
  readonly synced: boolean
}

/** What a node without its older blocks cannot tell of a wallet. */
export interface SearchGap {
  /** The first block that is there. */
  readonly height: number
  /** Unspent outputs of the wallet in blocks below, when it was searched for. */
  readonly coins: number
  readonly sats: number
}

/** An output of the wallet in a block that the node no longer has: enough to spend it, not to say where it came from. */
export interface FoundCoin {
  readonly txid: string
  readonly vout: number
  readonly valueSats: number
  /** scriptPubKey, hex. */
  readonly script: string
  readonly isCoinbase: boolean
  readonly block: Extract<Place, { kind: 'block' }>
}

/** What a search of the whole chain begins with. */
export interface Search {
  /** Null where everything can be searched. */
  readonly gap: SearchGap | null
  /** What lies in the gap. */
  readonly coins: readonly FoundCoin[]
  /** So many addresses of each branch are needed to know whose they are. */
  readonly count: readonly [receiving: number, change: number]
}

/** The addresses to follow: of each branch those with an index below its number. */
export interface Watched {
  readonly account: Account
  readonly count: readonly [receiving: number, change: number]
  /** Milliseconds: before it no block concerns us; 0 where nobody knows. */
  readonly bornAt: number
  /** Of the last search. */
  readonly gap: SearchGap | null
  /** The book has nothing of this source yet, or not the coins in its gap. */
  readonly isUnread: boolean
  /** The chain has been read to its end once: what comes into view from then on has no past (BIP 44). */
  readonly isSearched: boolean
  /** A search of the whole chain has begun and nothing has been read since: a restart may have cut it short. */
  readonly isUnfinished: boolean
  /** Hears, before it, of a search of the whole chain: whatever has been told until then is told anew. */
  readonly onSearch: (search: Search) => Promise<void>
  /** Hears now and then how much of a search is done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

export interface Question {
  /** From the last answer; null asks for everything. */
  readonly cursor: string | null
  /** Height of the newest block that any source has been read to; null at first. */
  readonly readTo: number | null
  readonly isKnown: (txid: string) => boolean
  /** Transactions of ours that no block holds: each is answered for, whatever has become of it. */
  readonly unsettled: readonly string[]
  /** Transactions of ours in blocks from this height on; without, in those that a reorganisation may still take away. */
  readonly recent: (fromHeight?: number) => readonly string[]
  /** Null where the source follows everything that is ours. */
  readonly gap: SearchGap | null
  /** Outputs of ours in blocks below a height. */
  readonly heldBelow: (height: number) => readonly HeldCoin[]
  /** scriptPubKeys (hex) of what is watched, for sources that do not follow by themselves. */
  readonly scripts: () => readonly string[]
  /** Those of them that somebody has been given last and that nothing has come to yet. */
  readonly awaited: () => readonly string[]
  /** Asked at once after the last answer, which has brought more into view. */
  readonly isAgain: boolean
}

export interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/** An output that no transaction of ours spends. */
export interface HeldCoin extends Outpoint {
  /** Nor does the chain leave it unspent. */
  readonly isSpent: boolean
}

export interface Changes {
  readonly sightings: readonly Sighting[]
  /** Which of those in the gap are there, and which somebody unknown has spent; missing where not asked. */
  readonly held?: readonly HeldCoin[]
  readonly cursor: string
  /** There is more to be told: ask again, with the new cursor, once this has been taken in. */
  readonly more: boolean
  /** The source knows of more than it has told, and may tell it in a later round. */
  readonly isPartial?: boolean
  /** How much of all that there is to read has been read, 0 to 1; missing where the source cannot say. */
  readonly share?: number
}

/**
 * accepted: the network has it, also when it had it before. isFinal: this is the end of a transaction that has never been in
 * other hands. A node of ours that refuses passes nothing on; somebody else's server has the bytes and may offer them again,
 * so that there only what can never confirm as it is counts.
 */
export type BroadcastResult =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: string; readonly isFinal: boolean }

/** What a transaction in the mempool pays, with what it needs and what needs it. */
export interface MempoolFacts {
  /** Itself, and all in no block that it needs. */
  readonly ancestors: readonly Unconfirmed[]
  readonly descendantCount: number
  /** Without its own. */
  readonly descendantFeeSats: number
}

/** Satoshis per virtual byte. */
export interface RelayRates {
  /** Less is not passed on. */
  readonly minimum: number
  /** What a replacement adds (BIP 125, rule 4). */
  readonly incremental: number
}

/**
 * The network, as the wallet needs it. Every method throws ChainError when the source does not answer: then nothing is
 * known, least of all that a payment has failed. So does one whose signal says that it has been waited for long enough.
 */
export interface Chain {
  readonly source: 'bitcoind' | 'esplora'
  /** How far behind the last used address ours are followed at the least. */
  readonly lookahead: number
  tip(signal?: AbortSignal): Promise<ChainTip>
  /** Follows these addresses from now on; may search the chain for hours. */
  watch(watched: Watched, signal: AbortSignal): Promise<void>
  changes(question: Question): Promise<Changes>
  broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult>
  /** Null where the source has no estimate. */
  estimateRates(): Promise<{ low: number; med: number; high: number } | null>
  relayRates(): Promise<RelayRates>
  /** Null for what is in no mempool. */
  mempoolFacts(txid: string): Promise<MempoolFacts | null>
}

/** The source of the chain does not answer, or not sensibly. */
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

/** The error with a figure for every place of its sentence. */
export function chainError<const One extends ChainSentence>(
  sentence: One,
  figures: Figures & Readonly<Record<PlaceIn<One>, number | string>>,
  cause?: unknown,
): ChainError {
  return new ChainError(sentence, figures, cause)
}
