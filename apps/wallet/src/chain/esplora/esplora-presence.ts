import type { EsploraHttp } from './esplora-http.ts'
import { type EsploraTransaction, esploraTransaction, outspend } from './esplora-schemas.ts'

/**
 * The transaction if a block or the mempool has it now; null otherwise. Servers keep transactions of reorganised blocks
 * and call them unconfirmed, whether or not the mempool has them; the spenders of their coins tell the difference.
 */
export async function findHeld(http: EsploraHttp, txid: string): Promise<EsploraTransaction | null> {
  const transaction = await http.find(esploraTransaction, `/tx/${txid}`)
  if (!transaction || transaction.status.confirmed) return transaction
  const [input] = transaction.vin
  if (!input) return transaction
  // A mempool contains no block rewards.
  if (input.is_coinbase) return null
  const spending = await http.find(outspend, `/tx/${input.txid}/outspend/${input.vout}`)
  return spending?.txid === txid ? transaction : null
}
