import { rm } from 'node:fs/promises'
import { finalizeEvent, type NostrEvent } from 'nostr-tools'
import { beforeEach, expect, test } from 'vitest'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { RawClient } from '../../support/raw-client.ts'

let clock: number
let relay: Relay
let token: string
let restart: () => Promise<void>
beforeEach(async () => {
  const dataDir = await makeDataDir()
  const start = () => startRelay({ dataDir, now: () => clock, config: { trustedProxies: ['loopback'] } })
  clock = Date.now()
  relay = await start()
  ;({ token } = await relay.signedIn())
  restart = async () => {
    await relay.close()
    relay = await start()
  }
  return async () => {
    await relay.close()
    await rm(dataDir, { recursive: true })
  }
})

const post = async (path: string, body: object) => expect((await relay.call(path, { token, body })).status).toBe(200)
const add = (list: string, ...entries: object[]) => post(`/api/access/${list}`, { entries })
const from = (address: string) => RawClient.connect(relay.publicUrl, { 'x-forwarded-for': address })

async function answerTo(by: Operator, draft: Partial<NostrEvent> = {}): Promise<string> {
  const template = { kind: 1, content: 'hello', tags: [], created_at: Math.floor(clock / 1000), ...draft }
  const client = await from('198.51.100.7')
  const { accepted, message } = await client.publish(finalizeEvent(template, by.secretKey))
  client.close()
  return accepted ? 'taken' : message
}

test('blocked keys, words and addresses are refused after a restart (ACCESS-01, ACCESS-12, ACCESS-13)', async () => {
  const [blocked, other] = [newOperator(), newOperator()]
  await post('/api/blocked-pubkeys', { pubkey: blocked.pubkey })
  await add('words', { value: 'casino' }, { value: 'v1agra', match: 'part' }, { value: 'po+ker', match: 'pattern' })
  await add('addresses', { value: '203.0.113.9' }, { value: '192.0.2.0/24' })
  await restart()
  expect(await answerTo(blocked)).toMatch(/^blocked: .*key/)
  for (const content of ['a casino', 'xv1agrax', 'pooker'])
    expect([content, await answerTo(other, { content })]).toEqual([content, expect.stringMatching(/^blocked: .*word/)])
  for (const address of ['203.0.113.9', '192.0.2.77']) await expect(from(address), address).rejects.toThrow()
  ;(await from('203.0.113.10')).close()
  expect(await answerTo(other)).toBe('taken')
})

test('allowed keys write after a restart, until their entries expire (ACCESS-20, ACCESS-26)', async () => {
  const [brief, permanent] = [newOperator(), newOperator()]
  await post('/api/access', { access: { write: 'listed' } })
  const expires_at = new Date(clock + 60_000).toISOString()
  await add('allowed-pubkeys', { value: brief.pubkey, expires_at }, { value: permanent.pubkey })
  await add('addresses', { value: '203.0.113.9', expires_at })
  await restart()
  expect([await answerTo(brief), await answerTo(permanent)]).toEqual(['taken', 'taken'])
  expect(await answerTo(newOperator())).toMatch(/^restricted: /)
  await expect(from('203.0.113.9')).rejects.toThrow()
  clock += 60_000
  expect(await answerTo(brief)).toMatch(/^restricted: /)
  expect(await answerTo(permanent)).toBe('taken')
  ;(await from('203.0.113.9')).close()
})

test('keys in the web of trust write after a restart, others do not (ACCESS-29)', async () => {
  const [root, friend, stranger] = [newOperator(), newOperator(), newOperator()]
  expect(await answerTo(root, { kind: 3, tags: [['p', friend.pubkey]] })).toBe('taken')
  await post('/api/access', { access: { write: 'trusted', trust: { roots: [root.pubkey], depth: 1 } } })
  await restart()
  expect([await answerTo(root), await answerTo(friend)]).toEqual(['taken', 'taken'])
  expect(await answerTo(stranger)).toMatch(/^restricted: /)
})
