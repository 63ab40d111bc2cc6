/** The wallet's messages about its chain source in /health, with `{{name}}` for figures (sentence.ts). */
export const chainSentences = {
  starting: 'The wallet has only just started',
  noSource: 'No bitcoin node or Esplora server is configured',
  searching: "Searching the chain for the wallet's transactions",
  searchingAt: "Searching the chain for the wallet's transactions: {{percent}} % read",
  deriving: "Deriving the wallet's addresses: {{done}} of {{total}}",
  catchingUp: 'The chain source is catching up with the network',
  unreadable: 'Something went wrong while reading the chain',
  walletDiskFull: "The wallet's disk is full: chain data cannot be saved",
  nodeDiskFull: "The bitcoin node's disk is full",
  nodeSilent: 'The bitcoin node does not answer',
  proxySilent: 'The SOCKS proxy does not answer. The wallet is offline until it is back.',
  proxyRefuses: 'The SOCKS proxy refuses the user or password in SOCKS_PROXY. The wallet is offline.',
  nodeRefuses: 'The bitcoin node rejected the user name or password',
  nodeNotJson: "The bitcoin node's answer is not JSON-RPC",
  nodeShort: 'The bitcoin node did not answer all calls',
  nodeStrange: "The bitcoin node's answer to {{call}} was not understood",
  nodeElsewhere: 'The bitcoin node is on {{node_network}}, the wallet on {{wallet_network}}',
  nodeSays: 'The bitcoin node says: {{words}}',
  nodeSearchFailed: 'The node could not search its chain: {{words}}',
  foundNothing:
    'The search found no transaction. It looked at {{receiving}} receiving addresses, {{change}} change addresses and {{subscribers}} addresses of subscribers. Check the words, passphrase and account number, or search further in Details.',
  prunedCoins:
    'The bitcoin node has no blocks below {{height}}. The wallet found {{coins}} coins with {{sats}} sats there. They can be spent, but their senders and older transactions are not shown.',
  prunedHistory:
    'The bitcoin node has no blocks below {{height}}, so older transactions are not shown. All coins that can be spent are here.',
  notFollowed: 'The node is not watching this wallet yet',
  esploraSilent: 'The Esplora server does not answer',
  esploraBusy: 'The Esplora server is rate-limiting; retrying in {{seconds}} s',
  esploraUnknown: 'The Esplora server does not support {{call}}',
  esploraStatus: 'The Esplora server returned {{status}} for {{call}}',
  esploraStrange: "The Esplora server's answer to {{call}} was not understood",
  esploraElsewhere: "The Esplora server is not on {{wallet_network}}, the wallet's network",
} as const
export type ChainSentence = (typeof chainSentences)[keyof typeof chainSentences]
