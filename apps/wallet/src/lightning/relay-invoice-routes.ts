import { askRelayLightning, findRelayInvoice, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import type { Serve } from '@hornets/server/http/serve'
import type { Session } from '../operators/tokens.ts'
import type { RelayInvoices } from './relay-invoices.ts'
import { answerOf } from './routes.ts'

/** The relay's calls about invoices, signed like its others. */
export function relayInvoiceRoutes(
  serve: Serve<Session>,
  { relayInvoices }: { readonly relayInvoices: RelayInvoices },
): void {
  serve(askRelayLightning, () => ({ can_invoice: relayInvoices.canInvoice(), connected: relayInvoices.isConnected() }))
  serve(makeRelayInvoice, ({ body }) => answerOf(relayInvoices.make(body)))
  serve(findRelayInvoice, ({ body }) => answerOf(relayInvoices.find(body)))
}
