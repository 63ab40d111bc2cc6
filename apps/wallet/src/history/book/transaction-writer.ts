import type { Clock } from '@hornets/server/clock'
import type { AddressBook } from '../../addresses/address-book.ts'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import { addressOfScript } from '../../bitcoin/script-address.ts'
import { type ParsedTransaction, parseTransaction } from '../../coins/raw-transaction.ts'
import type { WalletTransaction } from '../../database/wallet-database.ts'
import type { ChainBookStore } from './chain-book-store.ts'
import { linesOf } from './lines.ts'
import type { Places } from './places.ts'

interface TransactionWriterParts {
  readonly addresses: AddressBook
  readonly network: NetworkTraits
  readonly now: Clock
}

/** Writes new transactions into our book: our share of each, and its history lines. */
export class TransactionWriter {
  readonly #parts: TransactionWriterParts
  readonly #store: ChainBookStore
  readonly #places: Places

  constructor(parts: TransactionWriterParts, store: ChainBookStore, places: Places) {
    this.#parts = parts
    this.#store = store
    this.#places = places
  }

  insert(
    tx: WalletTransaction,
    parsed: ParsedTransaction,
    hex: string,
    state: 'recorded' | 'mempool',
    touched: Set<string>,
  ): boolean {
    const { addresses, now } = this.#parts
    const { txid } = parsed
    const ours = parsed.outputs.flatMap(({ script, valueSats }, vout) => {
      const address = addresses.find(script)
      return address ? [{ vout, valueSats, address }] : []
    })
    const spends = parsed.inputs.some(input => this.#store.output(input.txid, input.vout))
    if (ours.length === 0 && !spends) return false
    const is_coinbase = /^0{64}$/.test(parsed.inputs[0]?.txid ?? '') ? 1 : 0
    const place = { block_hash: null, block_height: null, block_time: null, replaced_by: null, fee_sats: null }
    const record = { txid, raw: hex, vsize: parsed.vsize, state, seen_at: now(), is_coinbase, ...place } as const
    this.#store.insert(tx, record, parsed)
    for (const { vout, valueSats, address } of ours) {
      const { branch, idx } = address
      this.#store.insertOutput(tx, { txid, vout, value_sats: valueSats, branch, idx })
      this.#store.settleSpender(tx, txid, vout)
      addresses.markUsed(tx, address)
    }
    this.#places.settleInputs(tx, txid, touched)
    this.#writeLines(tx, parsed)
    // Only now can a child that arrived before its parent be described correctly.
    for (const { vout } of ours)
      for (const child of this.#store.spendersOf(txid, vout)) this.#rewrite(tx, child, touched)
    touched.add(txid)
    return true
  }

  #rewrite(tx: WalletTransaction, txid: string, touched: Set<string>): void {
    const known = this.#store.find(txid)
    if (!known) return
    this.#writeLines(tx, parseTransaction(known.raw))
    touched.add(txid)
  }

  #writeLines(tx: WalletTransaction, parsed: ParsedTransaction): void {
    const inputs = parsed.inputs.map(input => this.#store.output(input.txid, input.vout)?.value_sats ?? null)
    const outputs = this.#store
      .outputsOf(parsed.txid)
      .map(({ vout, value_sats, branch }) => [vout, { valueSats: value_sats, branch }] as const)
    const addressOf = (script: string) => addressOfScript(script, this.#parts.network)
    this.#store.replaceLines(tx, parsed.txid, linesOf(parsed, { inputs, outputs: new Map(outputs) }, addressOf))
    const paid = parsed.outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
    const spent = inputs.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
    this.#store.setFee(tx, parsed.txid, spent === null ? null : spent - paid)
  }
}
