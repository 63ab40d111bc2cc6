import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { getChainSource, saveChainSource, testChainSource } from '@hornets/contract/wallet/chain-source'
import { health } from '@hornets/contract/wallet/set-up'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { RegtestNode } from './support/bitcoind.ts'
import { ElectrsServer } from './support/electrs.ts'
import { EsploraServer } from './support/esplora-server.ts'
import { fakeNode } from './support/fake-node.ts'
import { World } from './support/world.ts'

let node: RegtestNode
let rpc: { user: string; rpc_password: string }
beforeAll(async () => {
  node = await RegtestNode.start({ keypool: 5 })
  const [user = '', rpc_password = ''] = (await readFile(node.cookieFile, 'utf8')).trim().split(':')
  rpc = { user, rpc_password }
}, 60_000)
afterAll(() => node?.stop())

async function open(env: Record<string, string> = {}) {
  const world = await World.open(undefined, { source: 'none', lookahead: 30, env })
  onTestFinished(() => world.close())
  return {
    world,
    save: (body: Parameters<typeof saveChainSource.body.parse>[0]) =>
      world.operator.call(saveChainSource, { body: body as never }),
    shown: async () => (await world.operator.call(getChainSource)).body,
    stateOf: async () => (await world.operator.call(health)).body,
  }
}

test('follows a bitcoin node that the console sets, without a restart, and keeps its password encrypted (SERVICE-09)', async () => {
  const { world, save, shown, stateOf } = await open()
  expect(await shown()).toEqual({ kind: 'none', fixed: false, url: '', user: '', has_password: false, cookie_file: '' })
  expect(await stateOf()).toMatchObject({ chain_source: 'none', message: chainSentences.noSource })
  await world.create()
  const own = { kind: 'bitcoind', url: node.url, ...rpc } as const
  expect((await world.operator.call(testChainSource, { body: own })).body).toMatchObject({
    synced: true,
    took_ms: expect.any(Number),
  })
  expect((await stateOf()).chain_source).toBe('none')
  expect(await save(own)).toMatchObject({ status: 200 })
  await world.settle()
  expect(await stateOf()).toMatchObject({ chain_source: 'bitcoind', synced: true, message: '' })
  await node.pay(await world.newAddress(), 50_000)
  await node.mine(1)
  await world.settle()
  expect((await world.balance()).confirmed).toBe(50_000)

  expect(await shown()).toMatchObject({ kind: 'bitcoind', url: node.url, user: rpc.user, has_password: true })
  expect(JSON.stringify(await shown())).not.toContain(rpc.rpc_password)
  for (const file of ['wallet.db', 'wallet.db-wal']) {
    const bytes = await readFile(join(world.dataDir, file)).catch(() => Buffer.alloc(0))
    expect(bytes.includes(rpc.rpc_password)).toBe(false)
  }
  await world.restart()
  expect(await stateOf()).toMatchObject({ chain_source: 'bitcoind', synced: true })
  // The stored password counts as long as address and user stay.
  const { rpc_password: _, ...withoutPassword } = own
  expect((await world.operator.call(testChainSource, { body: withoutPassword })).status).toBe(200)
  const other = { ...withoutPassword, user: 'other' }
  expect(await world.operator.call(testChainSource, { body: other })).toMatchObject({ status: 503 })
})

const esploras = [EsploraServer, ...(ElectrsServer.program() ? [ElectrsServer] : [])]

test.each(esploras)(
  'changes from a node to an Esplora server and back, and to none (WSVC-13, SERVICE-09, %#)',
  async Server => {
    const { world, save, stateOf } = await open()
    await world.create()
    const esplora = await Server.start(node)
    onTestFinished(() => esplora.stop())
    const own = { kind: 'bitcoind', url: node.url, ...rpc } as const
    for (const [position, source] of [own, { kind: 'esplora', url: esplora.url } as const, own].entries()) {
      expect(await save(source)).toMatchObject({ status: 200 })
      await world.context.sync.settled()
      await node.pay(await world.newAddress(), 10_000)
      await node.mine(1)
      await esplora.inStep()
      await world.context.sync.settled()
      expect(await stateOf()).toMatchObject({ chain_source: source.kind, synced: true })
      expect((await world.balance()).confirmed).toBe(10_000 * (position + 1))
    }
    expect(await save({ kind: 'none' })).toMatchObject({ status: 200, body: { kind: 'none' } })
    await world.context.sync.settled()
    expect(await stateOf()).toMatchObject({ chain_source: 'none', synced: false })
    expect((await world.balance()).confirmed).toBe(30_000)
  },
)

test('signs in to a node on this machine by its cookie, and sends no other file and no cookie elsewhere', async () => {
  const { world, save, shown, stateOf } = await open()
  await world.create()
  const own = { kind: 'bitcoind', url: node.url, user: '', cookie_file: node.cookieFile } as const
  const wrong = { status: 400, body: { fields: { cookie_file: walletMessages.cookieFileInvalid } } }
  expect(await save({ ...own, cookie_file: join(world.dataDir, 'server.key') })).toMatchObject(wrong)
  expect(await save({ ...own, cookie_file: '.cookie' })).toMatchObject(wrong)
  expect(await save({ ...own, url: 'http://node.example:8332' })).toMatchObject(wrong)
  expect(await save(own)).toMatchObject({ status: 200 })
  await world.settle()
  expect(await stateOf()).toMatchObject({ chain_source: 'bitcoind', synced: true })
  expect(await shown()).toMatchObject({ user: '', has_password: true, cookie_file: node.cookieFile })
  await world.restart()
  expect(await stateOf()).toMatchObject({ chain_source: 'bitcoind', synced: true })
})

test('refuses a source of another network by name, and keeps the former one', async () => {
  const { save, shown } = await open()
  await save({ kind: 'bitcoind', url: node.url, ...rpc })
  const before = await shown()
  const info = { chain: 'main', blocks: 9, headers: 9, bestblockhash: '00', initialblockdownload: false }
  const { url } = await fakeNode({ getblockchaininfo: () => info })
  const answer = await save({ kind: 'bitcoind', url: new URL(url).origin, user: 'a', rpc_password: 'b' })
  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringMatching(/main.*regtest|regtest.*main/) } })
  expect(await shown()).toEqual(before)
})

test('keeps the former source if the new one is silent, refuses, or is invalid', async () => {
  const { world, save, shown } = await open()
  const own = { kind: 'bitcoind', url: node.url, ...rpc } as const
  await save(own)
  const before = await shown()
  const refused = [
    [{ ...own, rpc_password: 'wrong' }, 503, chainSentences.nodeRefuses],
    [{ ...own, url: 'http://127.0.0.1:1' }, 503, chainSentences.nodeSilent],
    [{ kind: 'esplora', url: 'http://127.0.0.1:1' }, 503, chainSentences.esploraSilent],
    [{ kind: 'esplora', url: 'ftp://127.0.0.1' }, 400, walletMessages.chainUrlInvalid],
    [{ ...own, url: `http://a:b@127.0.0.1:1` }, 400, walletMessages.chainUrlInvalid],
  ] as const
  for (const [body, status, error] of refused) {
    expect(await save(body)).toMatchObject({ status, body: { error } })
    expect(await world.operator.call(testChainSource, { body })).toMatchObject({ status, body: { error } })
  }
  expect(await shown()).toEqual(before)
})

test('shows a source from the environment without its password, as read-only (SERVICE-09)', async () => {
  const url = node.url.replace('//', `//${rpc.user}:${rpc.rpc_password}@`)
  const { save, shown } = await open({ BITCOIND_URL: url })
  expect(await shown()).toMatchObject({
    kind: 'bitcoind',
    fixed: true,
    url: node.url,
    user: rpc.user,
    has_password: true,
  })
  const refusal = { status: 409, body: { error: walletMessages.chainFixed } }
  expect(await save({ kind: 'none' })).toMatchObject(refusal)
  expect(await save({ kind: 'esplora', url: 'http://127.0.0.1:1' })).toMatchObject(refusal)
  const other = await open({ ESPLORA_URL: 'http://127.0.0.1:1' })
  expect(await other.shown()).toMatchObject({ kind: 'esplora', fixed: true, url: 'http://127.0.0.1:1' })
  expect(await other.save({ kind: 'none' })).toMatchObject(refusal)
})
