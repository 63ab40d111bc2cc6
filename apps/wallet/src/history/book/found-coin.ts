import type { Clock } from '@hornets/server/clock'
import type { AddressBook } from '../../addresses/address-book.ts'
import type { FoundCoin } from '../../chain/chain.ts'
import type { WalletTransaction } from '../../database/wallet-database.ts'
import type { ChainBookStore } from './chain-book-store.ts'

interface FoundCoinParts {
  readonly addresses: AddressBook
  readonly now: Clock
}

const unknown = {
  raw: '',
  vsize: 0,
  fee_sats: null,
  replaced_by: null,
  block_hash: null,
  block_height: null,
  block_time: null,
} as const

/** A coin of which no more may ever be known. Returns whether it is new; false if the whole transaction is known. */
export function takeFound(
  tx: WalletTransaction,
  coin: FoundCoin,
  store: ChainBookStore,
  { addresses, now }: FoundCoinParts,
): boolean {
  const { txid, vout, valueSats: value_sats } = coin
  const address = addresses.find(coin.script)
  const known = store.find(txid)
  if (!address || known?.raw || store.output(txid, vout)) return false
  if (!known) {
    const is_coinbase = coin.isCoinbase ? 1 : 0
    store.insert(tx, { txid, ...unknown, state: 'confirmed', seen_at: now(), is_coinbase }, { inputs: [] })
    store.place(tx, txid, 'confirmed', coin.block, null)
  }
  store.insertOutput(tx, { txid, vout, value_sats, branch: address.branch, idx: address.idx })
  addresses.markUsed(tx, address)
  const lines = store
    .outputsOf(txid)
    .map(output => ({
      vout: output.vout,
      output: addresses.at(output.branch, output.idx).address,
      valueSats: output.value_sats,
      feeSats: null,
    }))
  store.replaceLines(tx, txid, lines)
  return true
}
