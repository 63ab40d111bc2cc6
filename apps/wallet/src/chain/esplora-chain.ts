import { chainSentences } from '@hornets/contract/wallet/chain-sentences'
import type { Network } from '@hornets/contract/wallet/set-up'
import { z } from 'zod'
import { scriptHashOf } from '../addresses/script-address.ts'
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
} from './chain.ts'
import { type EsploraCursor, readCursor, writeCursor } from './esplora-cursor.ts'
import { familyOf } from './esplora-family.ts'
import { countRead, EsploraHttp, mapFew } from './esplora-http.ts'
import { EsploraRates } from './esplora-rates.ts'
import {
  blockHeader,
  type EsploraTransaction,
  esploraTransaction,
  feeEstimates,
  placeOf,
  scriptStats,
} from './esplora-schemas.ts'

/** The first block of each network: a server of another one would show other people's money. */
const genesis: Record<Network, string> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
}
/** Asked for in one round: those not read yet before all, then all the others in turn. */
const scriptsAtOnce = 100

/** The chain as an Esplora server tells it, script by script. It learns which addresses are ours. */
export class EsploraChain implements Chain {
  readonly source = 'esplora'
  /** Every address costs a request a round: the gap limit of the wallet has to do. */
  readonly lookahead = 0
  readonly #http: EsploraHttp
  readonly #rates: EsploraRates
  readonly #network: Network
  #networkIsRight = false
  #tip: ChainTip | undefined

  constructor(url: string, options: { network: Network }) {
    this.#http = new EsploraHttp(url, Date.now)
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

  /** It follows nothing by itself: each round asks, and all the way back. */
  async watch(): Promise<void> {
    // Each round asks.
  }

  async changes(question: Question): Promise<Changes> {
    const tip = await this.tip()
    const before = readCursor(question.cursor)
    const found = new Map<string, Sighting>()
    /** Answers whether it can be taken in: a machine that is behind may not have its bytes yet. */
    const note = async (transaction: EsploraTransaction) => {
      const known = question.isKnown(transaction.txid) || found.get(transaction.txid)?.hex !== undefined
      const hex = known ? undefined : await this.#http.findText(`/tx/${transaction.txid}/hex`)
      if (known || hex)
        found.set(transaction.txid, sightingOf(transaction, hex?.trim() ?? found.get(transaction.txid)?.hex))
      return known || Boolean(hex)
    }

    const loose = await this.#looseOnes(question, before)
    await mapFew([...loose.unsettled, ...loose.reorganised], async txid => {
      const transaction = await this.#http.find(esploraTransaction, `/tx/${txid}`)
      if (transaction) await note(transaction)
      else found.set(txid, { txid, place: { kind: 'nowhere' } })
    })
    // It may only be this machine that has lost it, and what its address counts would not tell of it again.
    const isLost = loose.reorganised.some(txid => found.get(txid)?.place.kind === 'nowhere')

    const hashes = question.scripts().map(scriptHashOf)
    const marks: Record<string, string> = isLost ? {} : { ...before?.marks }
    const turn = takeTurn(hashes, marks, before?.next ?? 0)
    const read = await countRead(turn.hashes, async hash => {
      const stats = await this.#http.get(scriptStats, `/scripthash/${hash}`)
      const mark = markOf(stats)
      // A replacement that pays us the same shows in no count: where something is unconfirmed, it is read every time.
      if ((marks[hash] ?? emptyMark) === mark && stats.mempool_stats.tx_count === 0) {
        marks[hash] = mark
        return
      }
      const all = await this.#transactionsOf(hash, stats.chain_stats.tx_count)
      let missing = 0
      for (const transaction of all) if (!(await note(transaction))) missing += 1
      marks[hash] = missing === 0 && isWhole(all, stats) ? mark : partlyRead
    })
    const isCutShort = read < turn.hashes.length
    const next = turn.start + Math.min(read, turn.ofRound)
    const cursor = writeCursor({ height: tip.height, hash: tip.hash, marks, next })
    const isPartial = hashes.some(hash => marks[hash] === partlyRead)
    return { sightings: [...found.values()], cursor, more: turn.more || isCutShort, isPartial }
  }

  async broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult> {
    const { status, text } = await this.#http.post('/tx', hex, signal)
    if (status === 200) return { accepted: true }
    if (await this.#http.find(esploraTransaction, `/tx/${txid}`)) return { accepted: true }
    // Of several machines behind one address this one may have heard of it from the network before.
    if (status === 400 && /already/i.test(text)) return { accepted: true }
    if (status === 400) return { accepted: false, reason: reasonOf(text) }
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

  /** Those of ours in no block; and, when the last block that was read has gone, those in the blocks around it. */
  async #looseOnes({ unsettled, recent }: Question, before: EsploraCursor | null) {
    if (!before || before.hash === this.#tip?.hash) return { unsettled, reorganised: [] }
    const there = await this.#http.findText(`/block-height/${before.height}`)
    return { unsettled, reorganised: there?.trim() === before.hash ? [] : recent() }
  }

  /**
   * All of them: the unconfirmed and the newest confirmed ones first, then page by page. A page has 25 by Esplora's
   * documentation and fewer with other servers of its kind: it ends with as many as are counted.
   */
  async #transactionsOf(hash: string, confirmedCount: number): Promise<EsploraTransaction[]> {
    const all = await this.#http.get(z.array(esploraTransaction), `/scripthash/${hash}/txs`)
    let page = all.filter(({ status }) => status.confirmed)
    let read = page.length
    while (page.length > 0 && read < confirmedCount) {
      const last = page.at(-1)?.txid
      page = await this.#http.get(z.array(esploraTransaction), `/scripthash/${hash}/txs/chain/${last}`)
      read += page.length
      all.push(...page)
    }
    return all
  }
}

const emptyMark = '0.0.0.0'
/** Of a script whose server has counted more than it told: several machines may answer, one a block behind another. */
const partlyRead = ''

function markOf({ chain_stats: chain, mempool_stats: mempool }: z.infer<typeof scriptStats>): string {
  return [chain.tx_count, mempool.tx_count, mempool.funded_txo_sum, mempool.spent_txo_sum].join('.')
}

/** As many as were counted, of both kinds. Of the unconfirmed ones servers tell so many at most: those are read every time. */
function isWhole(
  all: readonly EsploraTransaction[],
  { chain_stats, mempool_stats }: z.infer<typeof scriptStats>,
): boolean {
  const confirmed = all.filter(({ status }) => status.confirmed).length
  return confirmed >= chain_stats.tx_count && all.length - confirmed >= mempool_stats.tx_count
}

function sightingOf(transaction: EsploraTransaction, hex: string | undefined): Sighting {
  const place = placeOf(transaction)
  return hex === undefined ? { txid: transaction.txid, place } : { txid: transaction.txid, place, hex }
}

/** Those that were never read, before all; else so many in turn, with those of which a part is missing. */
function takeTurn(hashes: readonly string[], marks: Readonly<Record<string, string>>, next: number) {
  const unread = hashes.filter(hash => marks[hash] === undefined)
  const start = next % Math.max(1, hashes.length)
  if (unread.length > 0)
    return { hashes: unread.slice(0, scriptsAtOnce), start, ofRound: 0, more: unread.length > scriptsAtOnce }
  const round = [...hashes.slice(start), ...hashes.slice(0, start)].slice(0, scriptsAtOnce)
  const partly = hashes.filter(hash => marks[hash] === partlyRead && !round.includes(hash)).slice(0, scriptsAtOnce)
  return { hashes: [...round, ...partly], start, ofRound: round.length, more: false }
}

/** `sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}` says it in JSON. */
function reasonOf(text: string): string {
  return /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 300)
}
