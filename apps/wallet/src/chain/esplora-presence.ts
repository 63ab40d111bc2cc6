import type { EsploraHttp } from './esplora-http.ts'
import { type EsploraTransaction, esploraTransaction, outspend } from './esplora-schemas.ts'

/**
 * The transaction, if a block or the mempool has it now; null otherwise. Servers keep transactions of blocks that a
 * reorganisation has undone and call them unconfirmed, in the mempool or not. Who spends their coins tells them apart.
 */
export async function findHeld(http: EsploraHttp, txid: string): Promise<EsploraTransaction | null> {
  const transaction = await http.find(esploraTransaction, `/tx/${txid}`)
  if (!transaction || transaction.status.confirmed) return transaction
  const [input] = transaction.vin
  if (!input) return transaction
  // A mempool holds no reward of a block.
  if (input.is_coinbase) return null
  const spending = await http.find(outspend, `/tx/${input.txid}/outspend/${input.vout}`)
  return spending?.txid === txid ? transaction : null
}
