/** What the wallet says of its source of the chain in /health, with `{{name}}` where a figure goes (sentence.ts). */
export const chainSentences = {
  starting: 'The wallet has only just started',
  noSource: 'No bitcoin node and no Esplora server is configured',
  searching: 'Searching the chain for the transactions of the wallet',
  searchingAt: 'Searching the chain for the transactions of the wallet: {{percent}} % read',
  deriving: 'Deriving the addresses of the wallet: {{done}} of {{total}}',
  catchingUp: 'The source of the chain is catching up with the network',
  unreadable: 'Something went wrong while reading the chain',
  walletDiskFull: "The wallet's disk is full: what the chain says cannot be written down",
  nodeDiskFull: "The bitcoin node's disk is full",
  nodeSilent: 'The bitcoin node does not answer',
  proxySilent:
    'The SOCKS proxy does not answer. Nothing is sent around it: the wallet is offline until the proxy is back.',
  proxyRefuses: 'The SOCKS proxy refuses the user or the password of SOCKS_PROXY. Nothing is sent around it.',
  nodeRefuses: 'The bitcoin node refuses the user or the password',
  nodeNotJson: 'The bitcoin node answers something else than JSON-RPC',
  nodeShort: 'The bitcoin node answers fewer calls than it was asked',
  nodeStrange: 'The bitcoin node answers {{call}} in another way than expected',
  nodeElsewhere: 'The bitcoin node is on {{node_network}}, the wallet on {{wallet_network}}',
  nodeSays: 'The bitcoin node says: {{words}}',
  nodeSearchFailed: 'The node could not search its chain: {{words}}',
  prunedCoins:
    'The bitcoin node has no blocks below {{height}} any more. The wallet has found {{coins}} coins with {{sats}} sats in them: they are counted and can be spent, but who paid them, and older transactions, are not shown.',
  prunedHistory:
    'The bitcoin node has no blocks below {{height}} any more: older transactions are not shown. Everything that can be spent is here.',
  notFollowed: 'The node does not follow the wallet yet',
  esploraSilent: 'The Esplora server does not answer',
  esploraBusy: 'The Esplora server asks for a pause of {{seconds}} s: too many calls',
  esploraUnknown: 'The Esplora server knows no {{call}}',
  esploraStatus: 'The Esplora server answers {{status}} to {{call}}',
  esploraStrange: 'The Esplora server answers {{call}} in another way than expected',
  esploraElsewhere: 'The Esplora server is not on {{wallet_network}}, as the wallet is',
} as const
export type ChainSentence = (typeof chainSentences)[keyof typeof chainSentences]
