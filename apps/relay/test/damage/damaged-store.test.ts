import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventStore } from '../../src/events/data-files.ts'
import { call, claim, login, makeDataDir, newOperator, spawnRelay } from '../harness.ts'
import { Author, draftEvent } from '../support/burst-events.ts'
import { draft, save } from '../support/drafts.ts'
import { RawClient } from '../support/raw-client.ts'

const pageBytes = 4096
const operator = newOperator()
let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDir()
  const relay = await spawnRelay(dataDir)
  await claim(relay, operator)
  await relay.end()
  const folder = { file: (name: string) => join(dataDir, name) }
  const store = await openEventStore({ folder, now: Date.now, log: createLogger({ name: 'test', level: 'silent' }) })
  for (let at = 0; at < 2000; at++)
    await save(store, draft({ created_at: at, kind: at % 3, content: `${at}`.repeat(300), tags: [['t', `${at % 7}`]] }))
  await store.close()
})
afterAll(() => rm(dataDir, { recursive: true }))

/** A linear congruential generator: the same pages in each run. */
function* numbers(seed: number) {
  for (let state = seed; ; yield state / 2 ** 31) state = (state * 1_103_515_245 + 12_345) % 2 ** 31
}

/** Overwrites this share of the pages, but not the two that say where the others are. */
async function damage(share: number, seed: number): Promise<number> {
  const file = await open(join(dataDir, 'events.lmdb'), 'r+')
  const random = numbers(seed)
  const { size } = await file.stat()
  let damaged = 0
  for (let at = 2 * pageBytes; at < size; at += pageBytes) {
    if ((random.next().value ?? 1) >= share) continue
    await file.write(Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, at)
    damaged += 1
  }
  await file.close()
  return damaged
}

/** Asks in all shapes and writes. Resolves with the answers' ends, or when the relay has ended. */
async function use({ publicUrl, child }: Awaited<ReturnType<typeof spawnRelay>>) {
  if (child.exitCode !== null || child.signalCode !== null) return []
  const ended = once(child, 'exit')
  const client = await RawClient.connect(publicUrl).catch(() => null)
  if (!client) return []
  const shapes = [{ limit: 500 }, { kinds: [1] }, { kinds: [0], limit: 9 }, { '#t': ['3'] }, { since: 500, until: 900 }]
  for (const [at, shape] of shapes.entries()) {
    client.say('REQ', `r${at}`, shape)
    client.say('COUNT', `c${at}`, shape)
  }
  const author = new Author()
  client.say('EVENT', author.sign(draftEvent(1, Math.floor(Date.now() / 1000), [author])))
  const ends = () => client.heard.filter(([type]) => ['EOSE', 'CLOSED', 'COUNT', 'OK'].includes(String(type)))
  const answered = expect.poll(() => ends().length, { timeout: 15_000 }).toBe(2 * shapes.length + 1)
  await Promise.race([ended, answered])
  client.close()
  return ends()
}

const isRunning = ({ child }: Awaited<ReturnType<typeof spawnRelay>>) =>
  child.exitCode === null && child.signalCode === null

const closing = /^error: The stored events are damaged/

async function expectNamed({ adminUrl }: Awaited<ReturnType<typeof spawnRelay>>) {
  const token = await login(adminUrl, operator)
  const status = await call(adminUrl, '/api/status', { token })
  expect(status.body.troubles).toContainEqual({ kind: 'database_damaged', file: 'events.lmdb' })
  expect((await call(adminUrl, '/api/settings/general', { token })).status).toBe(200)
}

describe('damage, and a backup after it', { shuffle: false }, () => {
  it('crashes twice at most, closes a damaged event store and names it', { timeout: 240_000 }, async () => {
    expect(await damage(0.5, 20_261_125)).toBeGreaterThan(300)
    let crashes = 0
    for (;;) {
      expect(crashes).toBeLessThanOrEqual(2)
      const relay = await spawnRelay(dataDir).catch(() => null)
      const ends = relay ? await use(relay) : []
      if (relay && isRunning(relay) && ends.some(end => closing.test(String(end.at(-1))))) {
        expect(ends.map(end => end[0]).toSorted()).toEqual([...Array(10).fill('CLOSED'), 'OK'])
        expect(ends.every(end => closing.test(String(end.at(-1))))).toBe(true)
        await expectNamed(relay)
        expect(await relay.end()).toBe(0)
        break
      }
      crashes += 1
      // Which pages are damaged depends on how events were grouped: what still serves is killed instead.
      await relay?.end('SIGKILL')
    }
    // A clean end is no crash, and the damage is not forgotten.
    const next = await spawnRelay(dataDir)
    expect((await use(next)).map(end => end[0])).toContain('CLOSED')
    expect(await next.end()).toBe(0)
  })

  it('opens an event store that a backup has replaced', { timeout: 60_000 }, async () => {
    await rm(join(dataDir, 'events.lmdb'))
    const relay = await spawnRelay(dataDir)
    const ends = await use(relay)
    expect(ends.filter(([type]) => type === 'CLOSED')).toEqual([])
    expect(ends.filter(([type, , ok]) => type === 'OK' && ok === true)).toHaveLength(1)
    expect(await relay.end()).toBe(0)
  })
})
