import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { expect, test, vi } from 'vitest'
import { fakeNode, Refusal } from '../../test/support/fake-node.ts'
import { BitcoindChain } from './bitcoind/bitcoind-chain.ts'
import { EsploraChain } from './esplora/esplora-chain.ts'

const options = {
  network: 'regtest',
  logger: createLogger({ name: 'wallet', level: 'silent' }),
  wayOut: directWayOut,
} as const
const txid = 'ab'.repeat(32)

test.each([
  ['bitcoind', new BitcoindChain({ url: 'http://user:password@127.0.0.1:9' }, options)],
  ['esplora', new EsploraChain('http://127.0.0.1:9', options)],
])('gives up a frozen %s within ten seconds for a payment and /health', async (_, chain) => {
  const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  for (const ask of [() => chain.tip(), () => chain.broadcast('0200', txid), () => chain.mempoolFacts(txid)])
    await expect(ask()).rejects.toThrow('does not answer')
  const longest = Math.max(...patience.mock.calls.map(([ms]) => ms))
  expect([patience.mock.calls.length, longest]).toEqual([3, 10_000])
})

test.each([{ warnings: ['Disk space is too low!'] }, { warnings: 'Error: Disk space is too low!' }])(
  'a node whose disk is full is said to be the one: %j',
  async more => {
    const info = { chain: 'regtest', blocks: 1, headers: 1, bestblockhash: 'ab', initialblockdownload: false, ...more }
    const { url } = await fakeNode({ getblockchaininfo: () => info })
    await expect(new BitcoindChain({ url }, options).tip()).rejects.toThrow(chainSentences.nodeDiskFull)
  },
)

test('so is one that says so in an error', async () => {
  const { url } = await fakeNode({ getblockchaininfo: () => new Refusal('write: No space left on device') })
  await expect(new BitcoindChain({ url }, options).tip()).rejects.toThrow(chainSentences.nodeDiskFull)
})
