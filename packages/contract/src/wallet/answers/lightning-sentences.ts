/** The wallet's messages about its Lightning connection, with `{{name}}` for figures (sentence.ts). */
export const lightningSentences = {
  uriInvalid:
    'This is not a Nostr Wallet Connect address. It starts with nostr+walletconnect:// and contains a relay and a secret',
  notConnected: 'No Lightning node is connected',
  connectedAlready: 'A Lightning node is already connected: disconnect it first',
  unanswered: 'The Lightning node does not answer',
  relayAway: 'The Nostr relay of the Lightning connection does not answer',
  proxyAway: 'The SOCKS proxy does not answer, so the Lightning node cannot be reached',
  invoiceInvalid: 'This is not a valid Lightning invoice',
  invoiceElsewhere: 'This invoice is for another network than {{wallet_network}}',
  invoiceExpired: 'This invoice has expired: ask the recipient for a new one',
  amountNeeded: 'The invoice names no amount: enter one',
  amountWrong: 'The invoice asks for {{invoice_sats}} sats, not {{amount_sats}}',
  stillUnknown: 'The node has not said whether it paid. The wallet keeps asking and never pays this invoice twice.',
  unproven:
    'The node says it has paid, but cannot prove it. The wallet keeps asking and never pays this invoice twice.',
  askedElsewhere:
    'Another connection was asked to pay this invoice. Connect that node again to learn whether it paid; until then the wallet never pays the invoice twice.',
  neverArrived: 'The request never reached the node: nothing was paid',
  notPaid: 'The node could not pay the invoice: no route, or too little money in its channels',
  noFunds: 'The node has too little money for the amount and its fee',
  quota: 'The budget of this connection is used up: raise it at the node',
  restricted: 'This connection is not allowed to do that: change it at the node',
  unauthorized: 'The node no longer knows this connection: connect it again',
  notImplemented: 'The node does not support this',
  tooFast: 'The node asks for a pause: try again in a few seconds',
  encryption: 'The node does not support the encryption of this connection',
  notFound: 'The node does not know this invoice',
  otherError: 'The node reports an error: {{words}}',
  nodeElsewhere: 'The Lightning node is on {{node_network}}, the wallet on {{wallet_network}}',
  strange: "The node's answer was not understood",
} as const
export type LightningSentence = (typeof lightningSentences)[keyof typeof lightningSentences]
