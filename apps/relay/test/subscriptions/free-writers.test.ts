import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
// Sessions and subscriptions end when a test moves the clock.
beforeEach(async () => {
  world = await startSubscriptionWorld()
})
afterEach(() => world.close())

const daySeconds = 86_400
const answerTo = async (secret: Uint8Array, kind = 1) => {
  const client = await RawClient.connect(world.relay.publicUrl)
  const created_at = Math.floor(world.clock.now / 1000)
  const content = `${Math.random()}`
  const { accepted, message } = await client.publish(finalizeEvent({ kind, tags: [], content, created_at }, secret))
  client.close()
  return accepted ? 'taken' : message
}

it('counts the keys of the last 30 days that would be refused: no subscriber, owner or blocked key (PAY-21)', async () => {
  const write = async (secret: Uint8Array, daysAgo: number) => {
    const created_at = Math.floor(world.clock.now / 1000) - daysAgo * daySeconds
    const event = finalizeEvent({ kind: 1, tags: [], content: `${daysAgo}`, created_at }, secret)
    await world.relay.context.events.save({ event, json: JSON.stringify(event) })
    return event.pubkey
  }
  const owner = await putAdmin(world.relay, 'owner')
  await write(owner.operator.secretKey, 1)
  const paying = generateSecretKey()
  const { address } = await world.subscriber({ pubkey: getPublicKey(paying) })
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  await write(paying, 1)
  const blocked = await write(generateSecretKey(), 1)
  await world.post('/api/blocked-pubkeys', { pubkey: blocked })
  await write(generateSecretKey(), 31)
  for (const daysAgo of [0, 12, 29]) await write(generateSecretKey(), daysAgo)
  expect(await world.get('/api/payment/free-writers')).toEqual({ writers: 3, is_all: true })
  // A count is used again for a minute.
  await write(generateSecretKey(), 1)
  expect(await world.get('/api/payment/free-writers')).toMatchObject({ writers: 3 })
  world.clock.now += 60_000
  expect(await world.get('/api/payment/free-writers')).toMatchObject({ writers: 4 })
  // Whose subscription has ended would be refused as well.
  world.clock.now += 40 * daySeconds * 1000
  await write(paying, 0)
  const { token } = await putAdmin(world.relay, 'owner')
  expect((await world.relay.call('/api/payment/free-writers', { token })).body).toMatchObject({ writers: 1 })
})

it('shows who pays and for what to operators alone, among people and of each (PEOPLE-01, PEOPLE-02)', async () => {
  const { pubkey, address } = await world.subscriber()
  await world.subscriber()
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  await world.post('/api/access/allowed-pubkeys', { entries: [{ value: pubkey }] })
  const shown = async (role: 'operator' | 'moderator') => {
    const { token } = await putAdmin(world.relay, role)
    const { people } = (await world.relay.call('/api/people?status=paying', { token })).body
    const { person, subscription } = (await world.relay.call(`/api/people/${pubkey}`, { token })).body
    return [people.map((one: { pubkey: string }) => one.pubkey), person.status, subscription]
  }
  const tier = { status: 'active', tier: '1 GB per month', used_bytes: 0, total_bytes: 2 ** 30 }
  const subscription = { ...tier, expires_at: expect.stringMatching(/Z$/) }
  expect(await shown('operator')).toEqual([[pubkey], ['paying', 'allowed'], subscription])
  expect(await shown('moderator')).toEqual([[], ['allowed'], undefined])
})

it('weighs reports of members more than those of paying keys, and these more than those of strangers (INBOX-02)', async () => {
  const [member, paying, stranger] = [generateSecretKey(), generateSecretKey(), generateSecretKey()]
  const { address } = await world.subscriber({ pubkey: getPublicKey(paying) })
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  await world.save({ freeTierEnabled: true, freeTierLimit: '100 MB per month' })
  const client = await RawClient.connect(world.relay.publicUrl)
  const created_at = Math.floor(world.clock.now / 1000)
  const send = async (secret: Uint8Array, kind: number, tags: string[][]) =>
    expect(await client.publish(finalizeEvent({ kind, tags, content: '', created_at }, secret))).toMatchObject({
      accepted: true,
    })
  const { invitation } = (await world.post('/api/access/invitations', {})).body
  await send(member, 28_934, [['-'], ['claim', invitation.code]])
  const weights: number[] = []
  for (const reporter of [member, paying, stranger]) {
    const reported = getPublicKey(generateSecretKey())
    await send(reporter, 1984, [['p', reported, 'spam']])
    await world.relay.context.reports.settled()
    await world.relay.context.cases.settle()
    const { cases } = (await world.get('/api/cases?limit=500')) as { cases: { pubkey: string; weight: number }[] }
    weights.push(cases.find(({ pubkey }) => pubkey === reported)?.weight ?? 0)
  }
  client.close()
  expect(weights).toEqual([5, 3, 1])
})

it('tells moderators nothing of who would be refused', async () => {
  const { token } = await putAdmin(world.relay, 'moderator')
  expect((await world.relay.call('/api/payment/free-writers', { token })).status).toBe(403)
})

it("meets keys with a running subscription, or all but these, by rules of one's own (ACCESS-42)", async () => {
  const [paying, free] = [generateSecretKey(), generateSecretKey()]
  const { address } = await world.subscriber({ pubkey: getPublicKey(paying) })
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  await world.save({ freeTierEnabled: true, freeTierLimit: '100 MB per month' })
  for (const others of [false, true]) {
    const { revision } = (await world.get('/api/access/rules')) as { revision: string }
    const rule = { who: 'paying', others, kinds: [{ from: 7, to: 7 }], action: 'refuse' }
    await world.post('/api/access/rules', { revision, rules: [rule] })
    const refused = expect.stringMatching(/^restricted: /)
    const answers = [await answerTo(paying, 7), await answerTo(free, 7)]
    expect(answers).toEqual(others ? ['taken', refused] : [refused, 'taken'])
  }
})

it('lets only keys with a running subscription write, while it runs, and none where only listed keys do (ACCESS-26, ACCESS-28)', async () => {
  const [paying, free] = [generateSecretKey(), generateSecretKey()]
  const { address } = await world.subscriber({ pubkey: getPublicKey(paying) })
  await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
  const paidAt = world.clock.now
  // What the free tier gives is no subscription.
  await world.save({ freeTierEnabled: true, freeTierLimit: '100 MB per month' })
  await world.post('/api/access', { access: { write: 'paying' } })
  const refused = expect.stringMatching(/^restricted: .*paying/)
  expect([await answerTo(paying), await answerTo(free)]).toEqual(['taken', refused])
  await world.post('/api/access', { access: { write: 'listed' } })
  expect(await answerTo(paying)).toMatch(/^restricted: .*list/)
  await world.post('/api/access', { access: { write: 'paying' } })
  // A month, and seven days of grace.
  const endsAt = paidAt + 37 * daySeconds * 1000
  world.clock.now = endsAt - 60_000
  expect(await answerTo(paying)).toBe('taken')
  world.clock.now = endsAt + 60_000
  expect(await answerTo(paying)).toEqual(refused)
})
