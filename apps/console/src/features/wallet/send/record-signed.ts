import { listSends } from '@hornets/contract/wallet/spending'
import { wallet } from '../wallet-service.ts'
import { recordPending, recordReplacement } from './spending.ts'

/** Tells the relay of a payment that came back signed, in the wallet's own words for it. Throws when it knows none. */
export async function recordSigned(txid: string): Promise<void> {
  const sends = await wallet.call(listSends)
  const sent = sends.find(one => one.txid === txid)
  if (!sent) throw new Error(`expected ${txid} among the payments on their way`)
  const spending = { amountSats: sent.amount_sats, recipient: sent.recipient_address, satsPerVbyte: sent.fee_rate }
  await (sent.replaces === undefined
    ? recordPending(spending, sent.enable_rbf)(txid)
    : recordReplacement({ ...spending, originalTxid: sent.replaces })(txid))
}
