import type { EsploraHttp } from './esplora-http.ts'
import { type EsploraTransaction, esploraTransaction, outspend } from './esplora-schemas.ts'

/** Servers keep reorganised transactions as unconfirmed; their coins' spenders tell whether a mempool has them. */
export async function findHeld(http: EsploraHttp, txid: string): Promise<EsploraTransaction | null> {
  const transaction = await http.find(esploraTransaction, `/tx/${txid}`)
  if (!transaction || transaction.status.confirmed) return transaction
  const [input] = transaction.vin
  if (!input) return transaction
  if (input.is_coinbase) return null
  const spending = await http.find(outspend, `/tx/${input.txid}/outspend/${input.vout}`)
  return spending?.txid === txid ? transaction : null
}
