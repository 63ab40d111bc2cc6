import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { expect, test } from 'vitest'
import { fakeNode, Refusal } from '../../../test/support/fake-node.ts'
import type { Question } from '../chain.ts'
import { BitcoindChain } from './bitcoind-chain.ts'

const xpub =
  'tpubDDCDUwWxFNcfb4cJhuoUeedx6eEpUD8opYnAvr7WTNv6EeeTT2ZrV5T9xALsPAWxo5wSDsNFgE9JFNrsUPVe4QYcQaHeBKQBrxs1hbfp18p'

test.each([
  ['does not know it', -5, 'Invalid or non-wallet transaction id', [{ txid: 'ours', place: { kind: 'nowhere' } }]],
  ['has unloaded our wallet', -18, 'Requested wallet does not exist or is not loaded', undefined],
])('a payment is lost only where the node says so: it %s', async (_, code, words, sightings) => {
  const { url } = await fakeNode({
    listwallets: () => [],
    loadwallet: () => ({}),
    getwalletinfo: () => ({ scanning: false }),
    listdescriptors: () => ({
      descriptors: [0, 1].map(branch => ({ desc: `wpkh(${xpub}/${branch}/*)#x`, range: [0, 9] })),
    }),
    listsinceblock: () => ({ transactions: [], removed: [], lastblock: 'tip' }),
    gettransaction: () => new Refusal(words, code),
    getmempoolentry: () => new Refusal('Transaction not in mempool', -5),
  })
  const logger = createLogger({ name: 'wallet', level: 'silent' })
  const chain = new BitcoindChain({ url }, { network: 'regtest', wayOut: directWayOut, logger })
  const account = { type: 'bip84', xpub, fingerprint: null, path: null } as const
  const watched = {
    account,
    count: [9, 9, 0],
    bornAt: 0,
    gap: null,
    isUnread: false,
    isUnfinished: false,
    isSearched: true,
    onProgress: () => undefined,
  } as const
  await chain.watch({ ...watched, onSearch: async () => undefined }, new AbortController().signal)
  const question: Question = {
    cursor: 'tip',
    readTo: null,
    isKnown: () => true,
    unsettled: ['ours'],
    recent: () => [],
    gap: null,
    heldBelow: () => [],
    scripts: () => [],
    awaited: () => [],
    isAgain: false,
  }
  if (sightings) expect((await chain.changes(question)).sightings).toEqual(sightings)
  else await expect(chain.changes(question)).rejects.toThrow(words)
})
