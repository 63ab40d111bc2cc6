import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startRelay } from '../../harness.ts'
import { RawClient } from '../../support/raw-client.ts'
import { signer } from '../../support/signer.ts'

const relay = await startRelay({ config: { processes: 2, trustedProxies: ['loopback'] } })
afterAll(() => relay.close())
const { token } = await relay.signedIn()
const alice = signer()

const beside = () => relay.context.nostr.processes().map(({ open }) => open)
beforeEach(() => expect.poll(beside).toEqual([0]))

async function from(address: string) {
  const client = await RawClient.connect(relay.publicUrl, { 'x-forwarded-for': address })
  onTestFinished(() => client.close())
  return client
}

test('blocking an address closes its connections in another process, and no others (ACCESS-13)', async () => {
  const [hit, other] = [await from('203.0.113.9'), await from('203.0.113.10')]
  await expect.poll(beside).toEqual([2])
  const body = { entries: [{ value: '203.0.113.9' }] }
  expect((await relay.call('/api/access/addresses', { token, body })).status).toBe(200)
  expect(await hit.closed).toEqual({ code: 1008, reason: expect.stringMatching(/^blocked: /) })
  await expect(from('203.0.113.9')).rejects.toThrow('403')
  expect(await other.publish(alice.sign())).toMatchObject({ accepted: true })
})

test('allowing only signed-in readers ends the subscriptions of others in another process (ACCESS-31, ACCESS-36)', async () => {
  const client = await from('203.0.113.11')
  await expect.poll(beside).toEqual([1])
  client.say('REQ', 'open', { kinds: [1] })
  await client.hear('EOSE', 'open')
  await relay.call('/api/access', { token, body: { access: { read: 'signed-in' } } })
  expect((await client.hear('CLOSED', 'open'))[2]).toMatch(/^auth-required: /)
  client.say('REQ', 'later', { kinds: [1] })
  expect((await client.hear('CLOSED', 'later'))[2]).toMatch(/^auth-required: /)
  // Not closed by a later judgement, when stored events have been sent.
  expect(client.heard.filter(([, id]) => id === 'later')).toHaveLength(1)
})
