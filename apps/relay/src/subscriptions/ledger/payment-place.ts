import { lightningOutput } from './ledger.ts'
import type { CoinRow } from './ledger-store.ts'

export function placeOf({ txid, vout }: Pick<CoinRow, 'txid' | 'vout'>) {
  const none = { txid: null, vout: null, payment_hash: null }
  return vout === lightningOutput ? { ...none, payment_hash: txid } : { ...none, txid, vout }
}
