import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { Network } from '@hornets/contract/wallet/set-up'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { z } from 'zod'
import { scriptHashOf } from '../../bitcoin/script-address.ts'
import {
  type BroadcastResult,
  type Chain,
  type ChainTip,
  type Changes,
  chainError,
  type MempoolFacts,
  type Question,
  type RelayRates,
  type Sighting,
} from '../chain.ts'
import { type EsploraCursor, readCursor, writeCursor } from './esplora-cursor.ts'
import { familyOf } from './esplora-family.ts'
import { countRead, EsploraHttp, mapFew } from './esplora-http.ts'
import {
  heightsOf,
  isAsBefore,
  isLoose,
  isPartly,
  isRead,
  type Mark,
  markAfter,
  readMark,
  writeMark,
} from './esplora-mark.ts'
import { findHeld } from './esplora-presence.ts'
import { EsploraRates } from './esplora-rates.ts'
import { readNodeAnswer } from './esplora-refusal.ts'
import {
  blockHeader,
  type EsploraTransaction,
  esploraTransaction,
  feeEstimates,
  placeOf,
  scriptStats,
} from './esplora-schemas.ts'

/** Each network's first block: a server of another network would show other people's money. */
const genesis: Record<Network, string> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
}
/** Per round: unread scripts first, then the others in turn; and as many awaited ones. */
const scriptsAtOnce = 100

/** The chain from an Esplora server, script by script. The server learns which addresses are ours. */
export class EsploraChain implements Chain {
  readonly source = 'esplora'
  /** Each address costs a request per round, so the wallet's gap limit must suffice. */
  readonly lookahead = 0
  readonly #http: EsploraHttp
  readonly #rates: EsploraRates
  readonly #network: Network
  #networkIsRight = false
  #tip: ChainTip | undefined
  #next = 0

  constructor(url: string, options: { network: Network; wayOut: WayOut }) {
    this.#http = new EsploraHttp(url, { wayOut: options.wayOut, now: Date.now })
    this.#rates = new EsploraRates(this.#http, Date.now)
    this.#network = options.network
  }

  async tip(signal?: AbortSignal): Promise<ChainTip> {
    if (!this.#networkIsRight) {
      const first = await this.#http.getText('/block-height/0')
      if (first.trim() !== genesis[this.#network])
        throw chainError(chainSentences.esploraElsewhere, { wallet_network: this.#network })
      this.#networkIsRight = true
    }
    const hash = (await this.#http.getText('/blocks/tip/hash', signal)).trim()
    if (this.#tip?.hash !== hash) {
      const { height } = await this.#http.get(blockHeader, `/block/${hash}`)
      this.#tip = { height, hash, synced: true }
    }
    return this.#tip
  }

  /** It follows nothing by itself: each round asks for the complete history. */
  async watch(): Promise<void> {}

  async changes(question: Question): Promise<Changes> {
    const tip = await this.tip()
    const before = readCursor(question.cursor)
    const found = new Map<string, Sighting>()
    /** Returns whether it can be stored: a lagging machine may not have its bytes yet. */
    const note = async (transaction: EsploraTransaction) => {
      const known = question.isKnown(transaction.txid) || found.get(transaction.txid)?.hex !== undefined
      const hex = known ? undefined : await this.#http.findText(`/tx/${transaction.txid}/hex`)
      if (known || hex)
        found.set(transaction.txid, sightingOf(transaction, hex?.trim() ?? found.get(transaction.txid)?.hex))
      return known || Boolean(hex)
    }

    const loose = await this.#looseOnes(question, before)
    await mapFew([...loose.unsettled, ...loose.reorganised], async txid => {
      const transaction = await findHeld(this.#http, txid)
      if (transaction) await note(transaction)
      else found.set(txid, { txid, place: { kind: 'nowhere' } })
    })
    // Perhaps only this machine lost it; its address's counts would not mention it again.
    const isLost = loose.reorganised.some(txid => found.get(txid)?.place.kind === 'nowhere')

    const hashes = question.scripts().map(scriptHashOf)
    const marks: Record<string, string> = isLost ? {} : pick(before?.marks ?? {}, hashes)
    const awaited = question.awaited().map(scriptHashOf)
    const turn = takeTurn({ hashes, awaited, marks, start: this.#next, isAgain: question.isAgain })
    const read = await countRead(turn.hashes, async hash => {
      const mark = readMark(marks[hash])
      const stats = await this.#http.get(scriptStats, `/scripthash/${hash}`)
      if (isAsBefore(mark, stats)) {
        marks[hash] = writeMark(mark)
        return
      }
      const listed = await this.#transactionsOf(hash, mark, stats)
      let missing = 0
      for (const transaction of listed) if (!(await note(transaction))) missing += 1
      marks[hash] = writeMark(markAfter(mark, stats, { listed, missing, tipHeight: tip.height }))
    })
    const isCutShort = read < turn.hashes.length
    this.#next = turn.start + turn.hashes.slice(0, read).filter(hash => turn.inTurn.has(hash)).length
    const cursor = writeCursor({ height: tip.height, hash: tip.hash, marks })
    const isPartial = hashes.some(hash => isPartly(marks[hash]))
    const share = hashes.length === 0 ? 1 : hashes.filter(hash => marks[hash] !== undefined).length / hashes.length
    return { sightings: [...found.values()], cursor, more: turn.more || isCutShort, isPartial, share }
  }

  async broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult> {
    const { status, text } = await this.#http.post('/tx', hex, signal)
    if (status === 200) return { accepted: true }
    if (await findHeld(this.#http, txid)) return { accepted: true }
    const answer = status === 400 ? readNodeAnswer(text) : null
    // Behind one address there can be several machines; this one may have heard of it earlier.
    if (answer?.meaning === 'known') return { accepted: true }
    if (answer) return { accepted: false, reason: answer.reason, isFinal: answer.meaning === 'final' }
    throw chainError(chainSentences.esploraStatus, { status, call: '/tx' })
  }

  async estimateRates() {
    const estimates = await this.#http.get(feeEstimates, '/fee-estimates')
    const [low, med, high] = [estimates['144'], estimates['3'], estimates['1'] ?? estimates['2']]
    return low && med && high && Math.min(low, med, high) > 0 ? { low, med, high } : null
  }

  relayRates(): Promise<RelayRates> {
    return this.#rates.relayRates()
  }

  mempoolFacts(txid: string): Promise<MempoolFacts | null> {
    return familyOf(this.#http, txid)
  }

  /** Our unconfirmed transactions; if the last read block is gone, also those in the blocks around it. */
  async #looseOnes({ unsettled, recent }: Question, before: EsploraCursor | null) {
    if (!before || before.hash === this.#tip?.hash) return { unsettled, reorganised: [] }
    const there = await this.#http.findText(`/block-height/${before.height}`)
    return { unsettled, reorganised: there?.trim() === before.hash ? [] : recent() }
  }

  /** Newest first, until there can be no news. Pages have 25 entries in Esplora, elsewhere fewer. */
  async #transactionsOf(hash: string, mark: Mark, stats: z.infer<typeof scriptStats>): Promise<EsploraTransaction[]> {
    const listed = await this.#http.get(z.array(esploraTransaction), `/scripthash/${hash}/txs`)
    let page = listed.filter(({ status }) => status.confirmed)
    while (page.length > 0 && heightsOf(page, mark).length === page.length && !isRead(mark, listed, stats)) {
      const last = page.at(-1)?.txid
      page = await this.#http.get(z.array(esploraTransaction), `/scripthash/${hash}/txs/chain/${last}`)
      listed.push(...page)
    }
    return listed
  }
}

/** Earlier versions named scripts differently; their marks are ignored. */
function pick(marks: Readonly<Record<string, string>>, hashes: readonly string[]): Record<string, string> {
  return Object.fromEntries(hashes.flatMap(hash => (marks[hash] === undefined ? [] : [[hash, marks[hash]]])))
}

function sightingOf(transaction: EsploraTransaction, hex: string | undefined): Sighting {
  const place = placeOf(transaction)
  return hex === undefined ? { txid: transaction.txid, place } : { txid: transaction.txid, place, hex }
}

interface Scripts {
  readonly hashes: readonly string[]
  /** Given out and not yet paid. */
  readonly awaited: readonly string[]
  readonly marks: Readonly<Record<string, string>>
  readonly start: number
  readonly isAgain: boolean
}

/** Unread scripts first; then others alternate with awaited ones, so that neither starves. */
function takeTurn({ hashes, awaited, marks, start: next, isAgain }: Scripts) {
  const unread = hashes.filter(hash => marks[hash] === undefined)
  const first = unread.slice(0, scriptsAtOnce)
  const more = unread.length > first.length
  const isSearch = more || (isAgain && first.length > 0)
  const start = next % Math.max(1, hashes.length)
  const others = [...hashes.slice(start), ...hashes.slice(0, start)].filter(hash => marks[hash] !== undefined)
  const inTurn = isSearch ? [] : others.slice(0, scriptsAtOnce - first.length)
  const taken = new Set([...first, ...inTurn])
  const waiting = isSearch ? [] : [...awaited, ...hashes.filter(hash => isLoose(marks[hash]))]
  const urgent = [...new Set(waiting)].filter(hash => !taken.has(hash)).slice(0, scriptsAtOnce)
  const mixed = Array.from({ length: scriptsAtOnce }, (_, index) => [urgent[index], inTurn[index]]).flat()
  return { hashes: [...first, ...mixed.filter(hash => hash !== undefined)], inTurn: new Set(inTurn), start, more }
}
