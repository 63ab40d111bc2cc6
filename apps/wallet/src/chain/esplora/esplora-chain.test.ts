import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { expect, onTestFinished, test } from 'vitest'
import { scriptHashOf } from '../../addresses/script-address.ts'
import type { Question } from '../chain.ts'
import { EsploraChain } from './esplora-chain.ts'
import { EsploraHttp } from './esplora-http.ts'

const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const options = { network: 'regtest', wayOut: directWayOut } as const
const txidOf = (number: number) => String(number).padStart(64, '0')
const confirmed = { confirmed: true, block_height: 7, block_hash: 'ab', block_time: 1_700_000_000 }
const loose = { confirmed: false, block_height: null, block_hash: null, block_time: null }

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A server with these answers; paths without `/api`. */
async function serve(answer: (path: string, method: string) => Answer) {
  const asked: string[] = []
  const agents = new Set<string | undefined>()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/api/, '')
    asked.push(path)
    agents.add(request.headers['user-agent'])
    const { status = 200, headers = {}, body = '' } = answer(path, request.method ?? '')
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  return { url, asked, agents }
}

const about: Record<string, Answer> = {
  '/block-height/0': { body: `${genesis}\n` },
  '/blocks/tip/hash': { body: 'cd' },
  '/block/cd': { body: { id: 'cd', height: 8, timestamp: 1 } },
}
const stats = (chain: number, mempool = 0) => {
  const counts = (tx_count: number) => ({ tx_count, funded_txo_sum: tx_count, spent_txo_sum: 0 })
  return { scripthash: '', chain_stats: counts(chain), mempool_stats: counts(mempool) }
}
const tell = (number: number, status: object) => ({ txid: txidOf(number), fee: 1, weight: 400, vin: [], status })
const question = (scripts: string[], more: Partial<Question> = {}): Question => ({
  ...{
    cursor: null,
    readTo: null,
    isKnown: () => false,
    unsettled: [],
    recent: () => [],
    gap: null,
    heldBelow: () => [],
    awaited: () => [],
    isAgain: false,
  },
  ...{ scripts: () => scripts, ...more },
})
const scripts = Array.from({ length: 12 }, (_, number) => `0014${String(number).padStart(40, '0')}`)

test.each([25, 10])('every transaction of an address is read where a page has %i of them', async pageLength => {
  const all = Array.from({ length: 57 }, (_, number) => tell(number, confirmed))
  const { url, agents } = await serve(path => {
    const after = /\/txs\/chain\/(\d+)$/.exec(path)?.[1]
    if (path.startsWith('/tx/')) return { body: '0200\n' }
    if (after) return { body: all.slice(Number(after) + 1, Number(after) + 1 + pageLength) }
    if (path.endsWith('/txs')) return { body: [tell(99, loose), ...all.slice(0, pageLength)] }
    return about[path] ?? { body: stats(all.length, 1) }
  })
  const { sightings, more } = await new EsploraChain(url, options).changes(question(scripts.slice(0, 1)))
  expect(new Set(sightings.map(({ txid }) => txid)).size).toBe(58)
  expect(sightings.find(({ txid }) => txid === txidOf(99))?.place).toEqual({ kind: 'mempool' })
  const areWhole = sightings.every(({ hex }) => hex === '0200')
  expect({ areWhole, more, agents }).toEqual({ areWhole: true, more: false, agents: new Set(['hornets-wallet']) })
})

test('what a server has told before it asks for a pause is kept, and the next round goes on behind it', async () => {
  let left = 5
  const { url, asked } = await serve(path => {
    if (about[path]) return about[path]
    left -= 1
    return left < 0 ? { status: 429, headers: { 'retry-after': '30' }, body: 'slow down' } : { body: stats(0) }
  })
  const chain = new EsploraChain(url, options)
  const first = await chain.changes(question(scripts))
  expect(first.more).toBe(true)
  await expect(chain.changes(question(scripts, { cursor: first.cursor }))).rejects.toThrow(/pause of (30|29) s/)
  const { length } = asked
  // During the pause it gets no requests.
  await expect(chain.changes(question(scripts, { cursor: first.cursor }))).rejects.toThrow(/pause of/)
  expect(asked).toHaveLength(length)
  left = 100
  const again = new EsploraChain(url, options)
  asked.length = 0
  expect((await again.changes(question(scripts, { cursor: first.cursor }))).more).toBe(false)
  const hashes = asked.filter(path => path.startsWith('/scripthash/')).map(path => path.split('/')[2] ?? '')
  expect(hashes.indexOf(scriptHashOf(scripts.at(-1) ?? ''))).toBeGreaterThanOrEqual(0)
  expect(hashes.indexOf(scriptHashOf(scripts.at(-1) ?? ''))).toBeLessThan(
    hashes.indexOf(scriptHashOf(scripts[0] ?? '')),
  )
})

test('a server that never answers for all addresses in one go is asked for the others next', async () => {
  let left = 100
  const { url, asked } = await serve(path => {
    if (about[path]) return about[path]
    left -= 1
    return left < 0 ? { status: 503, headers: { 'retry-after': '0' } } : { body: stats(0) }
  })
  const chain = new EsploraChain(url, options)
  let { cursor } = await chain.changes(question(scripts))
  asked.length = 0
  for (let round = 0; round < 3; round += 1) {
    left = 6
    ;({ cursor } = await chain.changes(question(scripts, { cursor })))
  }
  const hashes = new Set(asked.map(path => path.split('/')[2]))
  expect(scripts.filter(script => !hashes.has(scriptHashOf(script)))).toEqual([])
})

test.each([
  ['in seconds', '120', 120],
  ['as a date', new Date(60_000).toUTCString(), 60],
  ['for a day: five minutes at most', '86400', 300],
  ['without saying how long', undefined, 10],
])('a server asks for a pause %s', async (_, header, seconds) => {
  const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header }
  const { url } = await serve(() => ({ status: 429, headers }))
  let clock = 0
  const http = new EsploraHttp(url, { wayOut: directWayOut, now: () => clock })
  await expect(http.getText('/one')).rejects.toThrow(`pause of ${seconds} s`)
  clock += 1500
  await expect(http.getText('/two')).rejects.toThrow(`pause of ${seconds - 1} s`)
})

test.each([
  ['taken', 200, txidOf(1), { accepted: true }],
  [
    'known there before',
    400,
    'sendrawtransaction RPC error: {"code":-27,"message":"Transaction already in block chain"}',
    { accepted: true },
  ],
  [
    'refused',
    400,
    'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 100 < 141"}',
    { accepted: false, reason: 'min relay fee not met, 100 < 141', isFinal: false },
  ],
  [
    'refused for good',
    400,
    'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed."}',
    { accepted: false, reason: 'TX decode failed.', isFinal: true },
  ],
])('a payment is handed over, also in a pause, and is %s', async (_, status, body, result) => {
  let isPaused = true
  const { url } = await serve((__, method) => {
    if (method === 'POST') return { status, body }
    return isPaused ? { status: 503, headers: { 'retry-after': '0' } } : { status: 404, body: 'Transaction not found' }
  })
  const chain = new EsploraChain(url, options)
  await expect(chain.tip()).rejects.toThrow('pause')
  isPaused = false
  expect(await chain.broadcast('0200', txidOf(1))).toEqual(result)
})

test.each([
  [429, ''],
  [400, 'Bad Request'],
  [400, '<html>already 400</html>'],
  [502, 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed."}'],
])('a server that answers a payment with %i %j has not refused it: nobody knows', async (status, body) => {
  const { url } = await serve((_, method) => (method === 'POST' ? { status, body } : { status: 404 }))
  const handed = new EsploraChain(url, options).broadcast('0200', txidOf(1))
  await expect(handed).rejects.toThrow(String(status))
})

test.each([
  ['as documented', { 2: 9, 3: 7.5, 144: 1.027 }, { low: 1.027, med: 7.5, high: 9 }],
  ['without the far ones', { 2: 9, 3: 7.5 }, null],
  ['of which one is none', { 2: 9, 3: -1, 144: 1 }, null],
  ['of a node that has none yet', {}, null],
])('estimates %s', async (_, body, rates) => {
  const { url } = await serve(() => ({ body }))
  expect(await new EsploraChain(url, options).estimateRates()).toEqual(rates)
})

test.each([
  ['tells none of its transactions', (path: string) => path.endsWith('/txs'), { body: [] }],
  ['has not got its bytes', (path: string) => path.endsWith('/hex'), { status: 404, body: 'Transaction not found' }],
])(
  'a payment is read as soon as it can be, where the machine that answers next is behind and %s',
  async (_, at, less) => {
    let isBehind = true
    const { url, asked } = await serve(path => {
      if (isBehind && at(path)) return less
      if (path.startsWith('/tx/')) return { body: '0200\n' }
      if (path.endsWith('/txs')) return { body: [tell(1, confirmed)] }
      return about[path] ?? { body: stats(1) }
    })
    const chain = new EsploraChain(url, options)
    const first = await chain.changes(question(scripts.slice(0, 1)))
    expect(first).toMatchObject({ sightings: [], more: false, isPartial: true })
    isBehind = false
    const second = await chain.changes(question(scripts.slice(0, 1), { cursor: first.cursor }))
    expect(second.sightings).toMatchObject([{ txid: txidOf(1), place: { kind: 'block', height: 7 }, hex: '0200' }])
    expect(second.isPartial).toBe(false)
    asked.length = 0
    await chain.changes(question(scripts.slice(0, 1), { cursor: second.cursor, isKnown: () => true }))
    expect(asked.some(path => path.endsWith('/txs'))).toBe(false)
  },
)

const many = Array.from({ length: 250 }, (_, number) => `0014${String(number).padStart(40, '0')}`)

test('of 250 addresses all are read at first, and then so many a round, each in its turn', async () => {
  let paid = ''
  const { url, asked } = await serve(path => {
    if (path.startsWith('/tx/')) return { body: '0200' }
    if (path.endsWith('/txs')) return { body: [tell(1, confirmed)] }
    return about[path] ?? { body: stats(path.endsWith(paid) ? 1 : 0) }
  })
  paid = 'nobody'
  const chain = new EsploraChain(url, options)
  let { cursor, more } = await chain.changes(question(many))
  expect(more).toBe(true)
  for (const last of [false, true]) {
    ;({ cursor, more } = await chain.changes(question(many, { cursor })))
    expect(more).toBe(!last)
  }
  const read = asked.flatMap(path => path.split('/scripthash/')[1] ?? [])
  expect(read.slice(0, 250).toSorted()).toEqual(many.map(scriptHashOf).toSorted())
  paid = scriptHashOf(many.at(-1) ?? '')
  const found: string[] = []
  for (let round = 0; round < 3; round += 1) {
    asked.length = 0
    const changes = await chain.changes(question(many, { cursor }))
    cursor = changes.cursor
    found.push(...changes.sightings.map(({ txid }) => txid))
    expect(asked.filter(path => path.startsWith('/scripthash/')).length).toBeLessThanOrEqual(101)
  }
  expect(found).toEqual([txidOf(1)])
})

test('an address that can never be read whole is read in every round, and holds up no other', async () => {
  const { url, asked } = await serve(path => {
    if (path.endsWith('/txs')) return { body: [] }
    return about[path] ?? { body: stats(path.endsWith(scriptHashOf(many[0] ?? '')) ? 1 : 0) }
  })
  const chain = new EsploraChain(url, options)
  let cursor: string | null = null
  for (let round = 0; round < 3; round += 1) ({ cursor } = await chain.changes(question(many, { cursor })))
  const others = new Set<string | undefined>()
  for (let round = 0; round < 3; round += 1) {
    asked.length = 0
    ;({ cursor } = await chain.changes(question(many, { cursor })))
    expect(asked).toContain(`/scripthash/${scriptHashOf(many[0] ?? '')}/txs`)
    for (const path of asked) others.add(path.split('/')[2])
  }
  expect(many.filter(script => !others.has(scriptHashOf(script)))).toEqual([])
})

test('a confirmed payment that a machine behind the others has not got is not lost, though nothing counts otherwise', async () => {
  let isBehind = false
  const { url } = await serve(path => {
    if (isBehind && path === '/blocks/tip/hash') return { body: 'aa' }
    if (isBehind && (path === '/block-height/8' || path.startsWith('/tx/'))) return { status: 404, body: 'not found' }
    if (path === '/block/aa') return { body: { height: 7 } }
    if (path.endsWith('/hex')) return { body: '0200' }
    if (path.endsWith('/txs')) return { body: [tell(1, confirmed)] }
    return about[path] ?? { body: stats(1) }
  })
  const chain = new EsploraChain(url, options)
  const { cursor } = await chain.changes(question(scripts.slice(0, 1)))
  isBehind = true
  const known = { recent: () => [txidOf(1)], isKnown: () => true }
  const { sightings } = await chain.changes(question(scripts.slice(0, 1), { cursor, ...known }))
  expect(sightings).toMatchObject([{ txid: txidOf(1), place: { kind: 'block', height: 7 } }])
})

/** One script with this many confirmed payments in pages of 25, newest first, and unconfirmed ones. */
async function serveOne(count: number) {
  const at = (number: number) => ({ ...confirmed, block_height: 2000 - Math.floor(number / 2) })
  const world = {
    chain: Array.from({ length: count }, (_, number) => tell(number, at(number))),
    loose: [tell(9000, loose)],
    counted: count,
  }
  const { url, asked } = await serve(path => {
    const after = /\/txs\/chain\/(\d+)$/.exec(path)?.[1]
    if (path === '/block/cd') return { body: { height: 2000 } }
    if (path.endsWith('/hex')) return { body: '0200' }
    if (after) {
      const start = world.chain.findIndex(({ txid }) => txid === after) + 1
      return { body: world.chain.slice(start, start + 25) }
    }
    if (path.endsWith('/txs')) return { body: [...world.loose, ...world.chain.slice(0, 25)] }
    return about[path] ?? { body: stats(world.counted, world.loose.length) }
  })
  const chain = new EsploraChain(url, options)
  const known = new Set<string>()
  let cursor: string | null = null
  /** Returns the news, and how many pages of the script were requested. */
  const round = async () => {
    asked.length = 0
    const changes = await chain.changes(question(scripts.slice(0, 1), { cursor, isKnown: txid => known.has(txid) }))
    cursor = changes.cursor
    const news = changes.sightings.map(({ txid }) => txid).filter(txid => !known.has(txid))
    for (const txid of news) known.add(txid)
    return { news, pages: asked.filter(path => path.includes('/txs')).length, isPartial: changes.isPartial }
  }
  return {
    world,
    round,
    confirmedAt: (number: number, height: number) => tell(number, { ...at(0), block_height: height }),
  }
}

test('an address with 2,000 payments is read whole once: then one page while something is unconfirmed, and the last hundred blocks after a payment', async () => {
  const { world, round, confirmedAt } = await serveOne(2000)
  const first = await round()
  expect([first.news.length, first.pages, first.isPartial]).toEqual([2001, 80, false])
  expect(await round()).toEqual({ news: [], pages: 1, isPartial: false })
  world.loose = [tell(9001, loose)]
  expect(await round()).toEqual({ news: [txidOf(9001)], pages: 1, isPartial: false })
  world.loose = []
  world.chain.unshift(confirmedAt(9001, 2001))
  world.counted += 1
  const after = await round()
  expect([after.news, after.isPartial]).toEqual([[], false])
  expect(after.pages).toBeLessThanOrEqual(9)
  expect((await round()).pages).toBe(0)
})

test('a payment to an old address is not lost where the machine that tells it is behind the one that counts', async () => {
  const { world, round, confirmedAt } = await serveOne(400)
  world.loose = []
  await round()
  world.counted += 1
  expect(await round()).toMatchObject({ news: [], isPartial: true })
  world.chain.unshift(confirmedAt(9002, 2001))
  expect(await round()).toMatchObject({ news: [txidOf(9002)], isPartial: false })
  // The earlier count may be wrong too: then it is read completely.
  world.counted += 1
  world.chain.push(confirmedAt(9003, 5))
  expect([(await round()).news, (await round()).news, (await round()).news].flat()).toEqual([txidOf(9003)])
})

test('of 5,000 used addresses a hundred are asked for in a round; a payment to one just given out shows in the next', async () => {
  const used = Array.from({ length: 5000 }, (_, number) => `0014${String(number).padStart(40, '0')}`)
  const awaited = used.slice(-20)
  let paid = 'nobody'
  const { url, asked } = await serve(path => {
    if (path.startsWith('/tx/')) return { body: '0200' }
    if (path.endsWith('/txs')) return { body: [tell(1, loose)] }
    return about[path] ?? { body: path.endsWith(paid) ? stats(0, 1) : stats(0) }
  })
  const chain = new EsploraChain(url, options)
  const marks = Object.fromEntries(used.map(script => [scriptHashOf(script), '0/0.0.0']))
  const cursor = JSON.stringify({ height: 8, hash: 'cd', marks })
  const ask = (at: string | null) => chain.changes(question(used, { cursor: at, awaited: () => awaited }))
  const before = await ask(cursor)
  expect(asked.filter(path => path.startsWith('/scripthash/'))).toHaveLength(120)
  // Unchanged data is not stored again.
  expect((await ask(before.cursor)).cursor).toBe(before.cursor)
  paid = scriptHashOf(awaited[7] ?? '')
  expect((await ask(before.cursor)).sightings).toMatchObject([{ txid: txidOf(1), place: { kind: 'mempool' } }])
})

test('new addresses in every round hold no other up: all have their turn', async () => {
  const { url, asked } = await serve(path => about[path] ?? { body: stats(0) })
  const chain = new EsploraChain(url, options)
  let cursor: string | null = null
  for (let more = true; more; ) ({ cursor, more } = await chain.changes(question(many, { cursor })))
  asked.length = 0
  const grown = [...many]
  for (let round = 0; round < 4; round += 1) {
    grown.push(`0014ff${String(round).padStart(38, '0')}`)
    ;({ cursor } = await chain.changes(question(grown, { cursor })))
  }
  const hashes = new Set(asked.map(path => path.split('/')[2]))
  expect(grown.filter(script => !hashes.has(scriptHashOf(script)))).toEqual([])
})

test('a search in which used addresses bring new ones into view asks for none twice', async () => {
  const { url, asked } = await serve(path => about[path] ?? { body: stats(0) })
  const chain = new EsploraChain(url, options)
  let { cursor } = await chain.changes(question(many.slice(0, 40), { awaited: () => many.slice(0, 20) }))
  for (let end = 60; end <= 120; end += 20)
    ({ cursor } = await chain.changes(
      question(many.slice(0, end), { cursor, isAgain: true, awaited: () => many.slice(0, 20) }),
    ))
  const hashes = asked.filter(path => path.startsWith('/scripthash/'))
  expect([hashes.length, new Set(hashes).size]).toEqual([120, 120])
})
