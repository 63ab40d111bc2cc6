import { directWayOut } from '@hornets/server/outgoing/way-out'
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
import { EsploraHttp } from './esplora-http.ts'

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

test('keeps results from before a rate limit, and continues after them', async () => {
  let left = 5
  const { url, asked } = await serve(path => {
    if (about[path]) return about[path]
    left -= 1
    return left < 0 ? { status: 429, headers: { 'retry-after': '30' }, body: 'slow down' } : { body: stats(0) }
  })
  const chain = new EsploraChain(url, options)
  const first = await chain.changes(question(scripts))
  expect(first.more).toBe(true)
  await expect(chain.changes(question(scripts, { cursor: first.cursor }))).rejects.toThrow(/retrying in (30|29) s/)
  const { length } = asked
  await expect(chain.changes(question(scripts, { cursor: first.cursor }))).rejects.toThrow(/rate-limiting/)
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

test('continues with other addresses if a server never answers for all', async () => {
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
  await expect(http.getText('/one')).rejects.toThrow(`retrying in ${seconds} s`)
  clock += 1500
  await expect(http.getText('/two')).rejects.toThrow(`retrying in ${seconds - 1} s`)
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
])('a payment is broadcast, also in a pause, and is %s', async (_, status, body, result) => {
  let isPaused = true
  const { url } = await serve((__, method) => {
    if (method === 'POST') return { status, body }
    return isPaused ? { status: 503, headers: { 'retry-after': '0' } } : { status: 404, body: 'Transaction not found' }
  })
  const chain = new EsploraChain(url, options)
  await expect(chain.tip()).rejects.toThrow('rate-limiting')
  isPaused = false
  expect(await chain.broadcast('0200', txidOf(1))).toEqual(result)
})

test.each([
  [429, ''],
  [400, 'Bad Request'],
  [400, '<html>already 400</html>'],
  [502, 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed."}'],
])('treats an answer %i %j to a payment as unknown, not refused', async (status, body) => {
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
])('reads a payment as soon as possible if the next backend lags and %s', async (_, at, less) => {
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
