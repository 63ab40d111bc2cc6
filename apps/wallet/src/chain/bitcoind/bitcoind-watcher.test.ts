import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { expect, test, vi } from 'vitest'
import { fakeNode, type NodeAnswers, type NodeCall, Refusal } from '../../../test/support/fake-node.ts'
import type { AccountKey } from '../../keys/account/account.ts'
import type { Search, Watched } from '../chain.ts'
import { BitcoindRpc } from './bitcoind-rpc.ts'
import { BitcoindWatcher } from './bitcoind-watcher.ts'

const xpub =
  'tpubDDCDUwWxFNcfb4cJhuoUeedx6eEpUD8opYnAvr7WTNv6EeeTT2ZrV5T9xALsPAWxo5wSDsNFgE9JFNrsUPVe4QYcQaHeBKQBrxs1hbfp18p'
const account: AccountKey = { type: 'bip84', xpub, fingerprint: 'd34db33f', path: '84h/1h/0h' }
const followed = { descriptors: [0, 1].map(branch => ({ desc: `wpkh([x]${xpub}/${branch}/*)#y`, range: [0, 2000] })) }
interface Stamped {
  readonly timestamp: number | 'now'
}
const gap = { height: 300, coins: 0, sats: 0 }

async function nodeThat(answers: NodeAnswers) {
  let imported: { desc: string; range: [number, number] }[] = []
  const usual: NodeAnswers = {
    listwallets: () => [],
    loadwallet: () => ({}),
    getwalletinfo: () => ({ scanning: false }),
    getblockchaininfo: () => ({ pruned: true, pruneheight: 300 }),
    getblockhash: ({ params }) => `hash-${params[0]}`,
    getblockheader: () => ({ time: 1_700_000_000 }),
    listdescriptors: () => ({ descriptors: imported }),
    importdescriptors: ({ params }) => {
      imported = [...imported, ...params[0]]
      return params[0].map(() => ({ success: true }))
    },
  }
  const { url, of } = await fakeNode({ ...usual, ...answers })
  const rpc = new BitcoindRpc({ url }, directWayOut)
  const searches: Search[] = []
  const shares: number[] = []
  const watcher = new BitcoindWatcher(rpc, createLogger({ name: 'wallet', level: 'silent' }), 1)
  const watch = (more: Partial<Watched> = {}) =>
    watcher.watch(
      {
        account,
        count: [10, 10, 0],
        bornAt: 0,
        gap: null,
        isUnread: false,
        isUnfinished: false,
        isSearched: true,
        onSearch: async search => void searches.push(search),
        onProgress: share => void shares.push(share),
        ...more,
      },
      new AbortController().signal,
    )
  return { watch, of, searches, shares }
}

const coin = (branch: number, index: number, height: number) => ({
  txid: `${branch}${index}`,
  vout: 0,
  scriptPubKey: `0014${index}`,
  amount: 0.00001,
  height,
  coinbase: false,
  desc: `wpkh([d34db33f/84h/1h/0h/${branch}/${index}]02ab)#check`,
})
const scanOf =
  (coins: ReturnType<typeof coin>[]) =>
  ({ params: [, ranges] }: NodeCall) => ({
    unspents: coins.filter(({ desc }) => {
      const [, branch = '', index] = /\/([01])\/(\d+)\]/.exec(desc) ?? []
      return Number(index) <= ranges[branch].range
    }),
  })

test('reports a refused second search in the node’s words, and marks nothing as searched', async () => {
  const { watch, searches, of } = await nodeThat({ scantxoutset: () => new Refusal('Scan already in progress') })
  await expect(watch()).rejects.toThrow('The bitcoin node says: Scan already in progress')
  expect([searches, of('importdescriptors')]).toEqual([[], []])
})

test('CONST-07: coins are found as far on as each makes addresses likely, and the node follows as far; none lies beyond', async () => {
  const coins = [
    coin(0, 5, 100),
    coin(0, 14, 200),
    coin(0, 24, 250),
    coin(0, 33, 320),
    coin(0, 60, 100),
    coin(1, 2, 400),
  ]
  const { watch, searches, of } = await nodeThat({ scantxoutset: scanOf(coins) })
  await watch()
  const { gap: told, coins: found } = searches[0] ?? { gap: null, coins: [] }
  expect(searches).toHaveLength(1)
  expect(found.map(({ txid }) => txid)).toEqual(['05', '014', '024'])
  expect(found[0]).toMatchObject({ valueSats: 1000, block: { hash: 'hash-100', height: 100, timeMs: 1.7e12 } })
  expect(searches[0]?.count).toEqual([44, 13, 0])
  expect(told).toEqual({ height: 300, coins: 3, sats: 3000 })
  expect(of('scantxoutset').length).toBeGreaterThan(1)
  const [requests] = of('importdescriptors')[0]?.params ?? []
  expect(requests.map(({ range }: { range: number[] }) => range)).toEqual([
    [0, 43],
    [0, 12],
  ])
})

test('a node whose older blocks are back is searched again, and what it tells counts from the beginning', async () => {
  const { watch, searches, of } = await nodeThat({
    listdescriptors: () => followed,
    getblockchaininfo: () => ({ pruned: false }),
    rescanblockchain: () => ({ start_height: 0 }),
  })
  await watch({ gap })
  expect(of('rescanblockchain')).toHaveLength(1)
  expect(searches).toMatchObject([{ gap: null, coins: [] }])
})

test('a book that has nothing of its node yet is searched for, though the node has followed the wallet before', async () => {
  const { watch, searches, of } = await nodeThat({
    listdescriptors: () => followed,
    scantxoutset: scanOf([coin(1, 3, 7)]),
  })
  await watch()
  expect([of('scantxoutset'), searches]).toEqual([[], []])
  await watch({ isUnread: true })
  expect(searches).toMatchObject([{ gap: { coins: 1 }, coins: [{ txid: '13' }] }])
  expect(of('importdescriptors')).toEqual([])
})

test('a search that a restart of the wallet has left behind is waited for, and one that a restart of the node has cut short begins again', async () => {
  let scanning: unknown = { duration: 60, progress: 0.1 }
  const { watch, of, searches } = await nodeThat({
    getwalletinfo: () => ({ scanning }),
    getblockchaininfo: () => ({ pruned: false }),
  })
  await expect(watch({ isUnfinished: true })).rejects.toThrow('Searching the chain')
  expect([of('importdescriptors'), searches]).toEqual([[], []])
  scanning = false
  await watch()
  await watch({ isUnfinished: true, count: [5, 10, 0] })
  const requests = of('importdescriptors').map(({ params }) => params[0])
  expect(requests).toHaveLength(2)
  for (const request of requests) expect(request).toMatchObject([0, 1].map(() => ({ timestamp: 0, range: [0, 9] })))
  expect(searches).toHaveLength(2)
  await watch()
  expect(of('importdescriptors')).toHaveLength(2)
})

test('searches coins for blocks that the node prunes during a search', async () => {
  let pruneheight = 300
  const { watch, searches } = await nodeThat({
    getblockchaininfo: () => ({ pruned: true, pruneheight }),
    scantxoutset: scanOf([coin(0, 5, 100), coin(0, 6, 350)]),
    importdescriptors: ({ params }) => {
      pruneheight = 400
      return params[0].map(() => ({ success: false, error: { code: -1, message: 'pruned' } }))
    },
    listdescriptors: () => (pruneheight === 300 ? { descriptors: [] } : followed),
  })
  await watch()
  expect(searches.map(({ gap: told }) => told)).toEqual([
    { height: 300, coins: 1, sats: 1000 },
    { height: 400, coins: 2, sats: 2000 },
  ])
})

test('addresses that a search brings into view are searched for in the blocks that are there', async () => {
  const { watch, of } = await nodeThat({
    listdescriptors: () =>
      of('importdescriptors').length > 0
        ? followed
        : { descriptors: followed.descriptors.map(one => ({ ...one, range: [0, 9] })) },
    scantxoutset: scanOf([coin(0, 8, 100)]),
  })
  await watch({ isUnread: true })
  expect(of('importdescriptors')[0]?.params[0]).toMatchObject([{ range: [0, 18], timestamp: 0 }])
})

test('a node that does not take what it is to follow is not taken to follow it, pruned or not', async () => {
  const { watch } = await nodeThat({
    scantxoutset: scanOf([]),
    importdescriptors: ({ params }) => params[0].map(() => ({ success: false, error: { code: -8, message: 'no' } })),
  })
  await expect(watch()).rejects.toThrow('is not watching this wallet')
})

test('addresses that a restore reveals are searched for from the birthday, once, and everything is reported again', async () => {
  const { watch, of, searches } = await nodeThat({ getblockchaininfo: () => ({ pruned: false }) })
  await watch({ isSearched: false })
  await watch({ isSearched: false, count: [20, 10, 0] })
  await watch({ isSearched: false, count: [20, 10, 0] })
  const stamps = of('importdescriptors').map(({ params }) => params[0].map(({ timestamp }: Stamped) => timestamp))
  expect(stamps).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(searches).toHaveLength(2)
  await watch({ count: [30, 10, 0] })
  expect(of('importdescriptors')[2]?.params[0]).toMatchObject([{ timestamp: 'now' }])
  expect(searches).toHaveLength(2)
})

test('reports the progress of a running search', async () => {
  const { watch, shares, of } = await nodeThat({
    getblockchaininfo: () => ({ pruned: false }),
    getwalletinfo: () => ({ scanning: of('importdescriptors').length > 0 && { duration: 1, progress: 0.25 } }),
    importdescriptors: async ({ params }) => {
      await vi.waitUntil(() => shares.length > 0)
      return params[0].map(() => ({ success: true }))
    },
    listdescriptors: () => (of('importdescriptors').length > 0 ? followed : { descriptors: [] }),
  })
  await watch({ isSearched: false })
  expect(shares[0]).toBe(0.25)
})
