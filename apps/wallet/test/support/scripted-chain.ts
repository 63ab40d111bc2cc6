import { createHash, randomBytes } from 'node:crypto'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import type { BroadcastResult, Chain, Changes, MempoolFacts, Place, Question, Sighting } from '../../src/chain/chain.ts'
import { ChainError } from '../../src/chain/chain.ts'
import { parseTransaction, serialiseTransaction, txidOf } from '../../src/coins/raw-transaction.ts'

type Held = Extract<Place, { kind: 'block' | 'mempool' }>

/** For events that a real one produces only by chance. It accepts what spends existing coins, and replacements. */
export class ScriptedChain implements Chain {
  readonly source = 'bitcoind'
  readonly lookahead = 5
  readonly handed: string[] = []
  readonly unanswered: string[] = []
  /** silent: no answer to submissions; gone: to anything; hanging: until the caller gives up. Else the refusal. */
  mood:
    | 'open'
    | 'silent'
    | 'gone'
    | 'hanging'
    | { readonly reason: string; readonly only?: string; readonly isFinal?: boolean } = 'open'
  synced = true
  readonly #places = new Map<string, { readonly hex: string; place: Held }>()
  #height = 100

  pay(script: string, valueSats: number, place: 'block' | 'mempool'): string {
    const input = { txid: randomBytes(32).toString('hex'), vout: 0, sequence: 0, scriptSig: '', witness: [] }
    const transaction = { version: 2, inputs: [input], outputs: [{ valueSats, script }], lockTime: 0 }
    this.place(serialiseTransaction(transaction), place)
    return txidOf(transaction)
  }

  place(hex: string, place: 'block' | 'mempool'): void {
    const { txid } = parseTransaction(hex)
    for (const rival of this.#rivalsOf(hex)) this.#places.delete(rival)
    if (place === 'block') this.#height += 1
    this.#places.set(txid, { hex, place: place === 'block' ? this.#block() : { kind: 'mempool' } })
  }

  mine(blocks: number): void {
    this.#height += blocks
  }

  /** The bytes of another transaction with the same inputs that pays the same scripts one satoshi less. */
  replacementOf(hex: string): string {
    const { version, inputs, outputs, lockTime } = parseTransaction(hex)
    const less = outputs.map(({ script, valueSats }) => ({ script, valueSats: valueSats - 1 }))
    return serialiseTransaction({
      version,
      lockTime,
      outputs: less,
      inputs: inputs.map(input => ({ ...input, scriptSig: '', witness: [] })),
    })
  }

  evict(txid: string): string {
    const hex = this.#places.get(txid)?.hex ?? ''
    this.#places.delete(txid)
    return hex
  }

  holds(txid: string): boolean {
    return this.#places.has(txid)
  }

  async tip() {
    if (this.mood === 'gone') throw new ChainError(chainSentences.nodeSilent)
    return { height: this.#height, hash: this.#block().hash, synced: this.synced }
  }

  async watch(): Promise<void> {}

  async changes({ isKnown, unsettled }: Question): Promise<Changes> {
    const there = [...this.#places].map(
      ([txid, { hex, place }]): Sighting => (isKnown(txid) ? { txid, place } : { txid, place, hex }),
    )
    const gone = unsettled
      .filter(txid => !this.#places.has(txid))
      .map((txid): Sighting => ({ txid, place: { kind: 'nowhere' } }))
    return { sightings: [...there, ...gone], cursor: 'next', more: false }
  }

  async broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult> {
    if (this.mood === 'hanging' && !signal?.aborted) await new Promise(done => signal?.addEventListener('abort', done))
    if (this.mood === 'silent' || this.mood === 'gone' || signal?.aborted) {
      this.unanswered.push(txid)
      throw new ChainError(chainSentences.nodeSilent)
    }
    this.handed.push(txid)
    if (typeof this.mood === 'object' && (this.mood.only ?? txid) === txid)
      return { accepted: false, reason: this.mood.reason, isFinal: this.mood.isFinal ?? true }
    const isThere = (parent: string) => this.#places.has(parent)
    if (!parseTransaction(hex).inputs.every(input => isThere(input.txid)))
      return { accepted: false, reason: 'bad-txns-inputs-missingorspent', isFinal: true }
    this.place(hex, 'mempool')
    return { accepted: true }
  }

  async estimateRates() {
    return null
  }

  async relayRates() {
    return { minimum: 1, incremental: 1 }
  }

  async mempoolFacts(txid: string): Promise<MempoolFacts | null> {
    const { hex, place } = this.#places.get(txid) ?? {}
    if (!hex || place?.kind !== 'mempool') return null
    const { vsize } = parseTransaction(hex)
    return { ancestors: [{ txid, vsize, feeSats: vsize, parents: [] }], descendantCount: 0, descendantFeeSats: 0 }
  }

  #rivalsOf(hex: string): string[] {
    const { txid, inputs } = parseTransaction(hex)
    const spent = new Set(inputs.map(input => `${input.txid}:${input.vout}`))
    return [...this.#places].flatMap(([other, held]) =>
      other !== txid && parseTransaction(held.hex).inputs.some(input => spent.has(`${input.txid}:${input.vout}`))
        ? [other]
        : [],
    )
  }

  #block() {
    const hash = createHash('sha256').update(String(this.#height)).digest('hex')
    return { kind: 'block', hash, height: this.#height, timeMs: this.#height * 600_000 } as const
  }
}
