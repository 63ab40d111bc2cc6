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
  invoiceElsewhere: 'This invoice is not for {{wallet_network}}',
  invoiceExpired: 'This invoice has expired: ask the recipient for a new one',
  amountNeeded: 'The invoice has no amount. Enter one.',
  amountWrong: 'The invoice asks for {{invoice_sats}} sats, not {{amount_sats}}',
  stillUnknown: 'The node has not said whether it paid. The wallet keeps asking and never pays this invoice twice.',
  unproven:
    'The node says it has paid, but cannot prove it. The wallet keeps asking and never pays this invoice twice.',
  askedElsewhere:
    'This invoice was sent through another connection. Reconnect that node to find out whether it was paid. Until then the wallet will not pay it again.',
  neverArrived: 'The request never reached the node: nothing was paid',
  notPaid: 'Payment failed: no route, or not enough outbound liquidity',
  noFunds: 'Insufficient balance for the amount and the fee',
  quota: "This connection's budget is used up. Raise it on your node.",
  restricted: 'This connection does not have that permission. Change it on your node.',
  unauthorized: 'The node no longer knows this connection: connect it again',
  notImplemented: 'The node does not support this',
  tooFast: 'Rate limit reached: try again in a few seconds',
  encryption: 'The node does not support the encryption of this connection',
  notFound: 'The node does not know this invoice',
  otherError: 'The node reports an error: {{words}}',
  nodeElsewhere: 'The Lightning node is on {{node_network}}, the wallet on {{wallet_network}}',
  strange: 'Unexpected response from the node',
} as const
export type LightningSentence = (typeof lightningSentences)[keyof typeof lightningSentences]
