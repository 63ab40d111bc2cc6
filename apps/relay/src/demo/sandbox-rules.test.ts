import { Readable } from 'node:stream'
import { createJsonApp } from '@hornets/server/http/json-app'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it } from 'vitest'
import { applySandboxRules } from './sandbox-rules.ts'

it('limits many addresses together, for a limited time', async () => {
  let clock = 0
  const logger = createLogger({ name: 'test', level: 'silent' })
  const app = createJsonApp({ logger, bodyLimitBytes: 1000, trustedProxies: ['loopback'] })
  const sessions = { authenticate: async () => ({}) as never }
  applySandboxRules(app, { sessions, onWear: () => undefined, now: () => clock })
  app.get('/api/status', async () => ({}))
  const ask = async (at: number) => {
    const headers = { 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` }
    return (await app.inject({ url: '/api/status', headers })).statusCode
  }
  const statuses = new Set<number>()
  for (let at = 0; at < 3000; at++) statuses.add(await ask(at))
  expect([...statuses]).toEqual([200])
  expect(await ask(3000)).toBe(429)
  clock += 1000
  expect(await ask(3001)).toBe(200)
  await app.close()
})

it('charges a change by the most it can write, for every form of body', async () => {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const app = createJsonApp({ logger, bodyLimitBytes: 32 * 1024 })
  const worn: number[] = []
  const sessions = { authenticate: async () => ({}) as never }
  applySandboxRules(app, { sessions, onWear: changes => worn.push(changes), now: Date.now })
  app.post('/api/blocked-pubkeys/block-many', async () => ({}))
  const post = (payload: string | Readable) =>
    app.inject({
      method: 'POST',
      url: '/api/blocked-pubkeys/block-many',
      payload,
      headers: {
        'content-type': 'application/json',
        ...(typeof payload !== 'string' && { 'transfer-encoding': 'chunked' }),
      },
    })
  const long = (length: number) => JSON.stringify({ text: 'x'.repeat(length) })
  const answers = [await post('{}'), await post(long(20_000)), await post(Readable.from(['{}'])), await post(long(1e6))]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 413])
  expect(worn).toEqual([1, 5, 9, 9])
  await app.close()
})
