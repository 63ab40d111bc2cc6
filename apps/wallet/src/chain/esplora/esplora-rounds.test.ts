import { expect, test } from 'vitest'
import {
  about,
  confirmed,
  loose,
  options,
  question,
  scripts,
  serve,
  stats,
  tell,
  txidOf,
} from '../../../test/support/esplora-answers.ts'
import { scriptHashOf } from '../../bitcoin/script-address.ts'
import { EsploraChain } from './esplora-chain.ts'

const many = Array.from({ length: 250 }, (_, number) => `0014${String(number).padStart(40, '0')}`)

test('reads all of 250 addresses at first, and then a batch per round in turn', async () => {
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

test('reads an incomplete address in every round, without delaying others', async () => {
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
  world.counted += 1
  world.chain.push(confirmedAt(9003, 5))
  expect([(await round()).news, (await round()).news, (await round()).news].flat()).toEqual([txidOf(9003)])
})

test('reads a hundred of 5,000 used addresses per round, and finds a payment to a new one in the next', async () => {
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
  expect((await ask(before.cursor)).cursor).toBe(before.cursor)
  paid = scriptHashOf(awaited[7] ?? '')
  expect((await ask(before.cursor)).sightings).toMatchObject([{ txid: txidOf(1), place: { kind: 'mempool' } }])
})

test('gives every address its turn despite new ones in every round', async () => {
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
