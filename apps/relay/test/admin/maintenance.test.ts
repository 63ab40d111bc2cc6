import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ config: { maintenance: true } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

it.each([
  ['GET', '/api/blocked-pubkeys'],
  ['POST', '/api/blocked-pubkeys'],
  ['GET', '/api/settings/general'],
  ['POST', '/api/settings/general'],
  ['GET', '/api/balance/usd'],
  ['GET', '/%61pi/balance/usd'],
  ['GET', '/wa%6clet/challenge'],
])('R-78: refuses %s %s during maintenance, and says when to ask again', async (method, path) => {
  const answer = await relay.call(path, { token, method, ...(method === 'POST' && { body: {} }) })
  expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
    503,
    { error: 'The relay is under maintenance. Please try again later.', code: 'maintenance' },
    '60',
  ])
})

it('R-78: tells of the maintenance to whoever is signed in, and lets them sign out', async () => {
  expect((await relay.call('/api/status', { token })).body.maintenance).toBe(true)
  expect((await relay.call('/logout', { token, method: 'POST' })).status).toBe(200)
})
