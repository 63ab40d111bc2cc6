import { listSends } from '@hornets/contract/wallet/spending'
import { ApiError } from '../../../api/calls/api-error.ts'
import { allPages } from '../all-pages.ts'
import { wallet } from '../wallet-service.ts'
import { pendingOf, type Send } from './pending-of.ts'
import { keepPending, recordReplacement } from './spending.ts'

/** Tells the relay of a payment in the wallet's own words for it. Throws when the relay does not take it. */
export async function recordSend(send: Send): Promise<void> {
  const pending = pendingOf(send)
  const keep = () => keepPending(pending)
  if (send.replaces === undefined) return void (await keep())
  const { amount: amountSats, recipient_address: recipient, feeRate: satsPerVbyte, payees } = pending
  const replace = recordReplacement({ originalTxid: send.replaces, amountSats, recipient, satsPerVbyte, payees })
  // Of what it has taken the place of the relay may never have heard.
  await replace(send.txid).catch(error => {
    if (error instanceof ApiError && error.status === 404) return keep()
    throw error
  })
}

/** The same of one that came back signed. Throws when the wallet knows none. */
export async function recordSigned(txid: string): Promise<void> {
  const sends = await allPages(
    query => wallet.call(listSends, { query }),
    send => send.txid,
  )
  const sent = sends.find(one => one.txid === txid)
  if (!sent) throw new Error(`expected ${txid} among the payments on their way`)
  await recordSend(sent)
}
