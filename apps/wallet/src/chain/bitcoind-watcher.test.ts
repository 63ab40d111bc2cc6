import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@hornets/server/logger'
import { expect, onTestFinished, test } from 'vitest'
import type { AccountKey } from '../keys/account.ts'
import { BitcoindRpc } from './bitcoind-rpc.ts'
import { BitcoindWatcher } from './bitcoind-watcher.ts'
import type { Search, Watched } from './chain.ts'

const xpub =
  'tpubDDCDUwWxFNcfb4cJhuoUeedx6eEpUD8opYnAvr7WTNv6EeeTT2ZrV5T9xALsPAWxo5wSDsNFgE9JFNrsUPVe4QYcQaHeBKQBrxs1hbfp18p'
const account: AccountKey = { type: 'bip84', xpub, fingerprint: 'd34db33f', path: '84h/1h/0h' }
const followed = { descriptors: [0, 1].map(branch => ({ desc: `wpkh([x]${xpub}/${branch}/*)#y`, range: [0, 2000] })) }
const gap = { height: 300, coins: 0, sats: 0 }

interface Call {
  readonly method: string
  // biome-ignore lint/suspicious/noExplicitAny: what the node is sent
  readonly params: any[]
}
type Answers = Record<string, (call: Call) => unknown>

/** A node that answers so; an Error is its refusal. */
async function nodeThat(answers: Answers) {
  const calls: Call[] = []
  const usual: Answers = {
    listwallets: () => [],
    loadwallet: () => ({}),
    getblockchaininfo: () => ({ pruned: true, pruneheight: 300 }),
    getblockhash: ({ params }) => `hash-${params[0]}`,
    getblockheader: () => ({ time: 1_700_000_000 }),
    importdescriptors: ({ params }) => params[0].map(() => ({ success: true })),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const batch = JSON.parse(Buffer.concat(chunks).toString()) as (Call & { id: number })[]
      const answer = batch.map(call => {
        calls.push(call)
        const result = (answers[call.method] ?? usual[call.method])?.(call)
        if (result instanceof Error) return { id: call.id, error: { code: -8, message: result.message } }
        return { id: call.id, result }
      })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const rpc = new BitcoindRpc({ url: `http://user:password@127.0.0.1:${(server.address() as AddressInfo).port}` })
  const searches: Search[] = []
  const watch = (more: Partial<Watched> = {}) =>
    new BitcoindWatcher(rpc, createLogger({ name: 'wallet', level: 'silent' })).watch(
      {
        ...{ account, count: [10, 10], bornAt: 0, gap: null, isUnread: false },
        ...{ onSearch: async search => void searches.push(search), ...more },
      },
      new AbortController().signal,
    )
  const of = (method: string) => calls.filter(call => call.method === method)
  return { watch, of, searches }
}

const coin = (branch: number, index: number, height: number) => ({
  ...{ txid: `${branch}${index}`, vout: 0, scriptPubKey: `0014${index}`, amount: 0.00001, height, coinbase: false },
  desc: `wpkh([d34db33f/84h/1h/0h/${branch}/${index}]02ab)#check`,
})
/** Those of the coins that lie in what is asked for. */
const scanOf =
  (coins: ReturnType<typeof coin>[]) =>
  ({ params: [, ranges] }: Call) => ({
    unspents: coins.filter(({ desc }) => {
      const [, branch = '', index] = /\/([01])\/(\d+)\]/.exec(desc) ?? []
      return Number(index) <= ranges[branch].range
    }),
  })

test('a second search while one runs is no fault of the wallet: the node’s words are told, and nothing is taken as searched', async () => {
  const { watch, searches, of } = await nodeThat({
    listdescriptors: () => ({ descriptors: [] }),
    scantxoutset: () => new Error('Scan already in progress'),
  })
  await expect(watch()).rejects.toThrow('The bitcoin node says: Scan already in progress')
  expect([searches, of('importdescriptors')]).toEqual([[], []])
})

test('coins are found as far on as each makes addresses likely, and the node follows as far; none lies beyond', async () => {
  const coins = [
    coin(0, 5, 100),
    coin(0, 14, 200),
    coin(0, 24, 250),
    coin(0, 33, 320),
    coin(0, 60, 100),
    coin(1, 2, 400),
  ]
  const { watch, searches, of } = await nodeThat({
    listdescriptors: () => ({ descriptors: [] }),
    scantxoutset: scanOf(coins),
  })
  await watch()
  const { gap: told, coins: found } = searches[0] ?? { gap: null, coins: [] }
  expect(searches).toHaveLength(1)
  expect(found.map(({ txid }) => txid)).toEqual(['05', '014', '024'])
  expect(found[0]).toMatchObject({ valueSats: 1000, block: { hash: 'hash-100', height: 100, timeMs: 1.7e12 } })
  expect(searches[0]?.count).toEqual([44, 13])
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
