import { type Event, finalizeEvent, generateSecretKey, getPublicKey, nip17 } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAll } from '../../src/events/read-scope.ts'
import { png, sha256, person as uploaderOf } from '../media/media-world.ts'
import { putAdmin } from '../support/people.ts'
import { openPage, read, uploadOf } from './subscriber-calls.ts'
import { startSubscriptionWorld } from './subscription-world.ts'

const dayMs = 86_400_000
const subscribePage = 'https://relay.example/subscribe'
const prices = 'Prices: 1 GB per month for 10000 sats, 5 GB per month for 40000 sats'
let world: Awaited<ReturnType<typeof startSubscriptionWorld>>
beforeAll(async () => {
  world = await startSubscriptionWorld({ config: { publicUrl: 'wss://relay.example' } })
})
afterAll(() => world.close())

const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
type Person = ReturnType<typeof person>
const seconds = () => Math.floor(world.clock.now / 1000)
const allotment = () => world.relay.context.subscriptions.allotment
let made = 0
const makeAddresses = (count: number) => {
  const addresses = Array.from({ length: count }, () => `bcrt1qallotted${++made}`)
  const ready = [...addresses]
  allotment().drawFrom(async () => ready.shift() ?? null)
  world.relay.context.bus.emit('walletReady', undefined)
  return addresses
}

async function signIn({ secret }: Person): Promise<Client> {
  const client = await Client.connect(world.relay.publicUrl)
  await read(client, [1])
  await client.auth(async template => finalizeEvent({ ...template, created_at: seconds() }, secret))
  return client
}
async function allotted(key: Person): Promise<{ client: Client; address: string }> {
  makeAddresses(1)
  const client = await signIn(key)
  await expect.poll(() => read(client, [888])).toHaveLength(1)
  return { client, address: tag((await read(client, [888]))[0], 'relay_bitcoin_address')?.[0] ?? '' }
}
/** A note with this many characters, or the reason why it is refused. */
const post = (client: Client, { secret }: Person, characters: number, kind = 1, tags: string[][] = []) =>
  client
    .publish(finalizeEvent({ kind, tags, content: 'x'.repeat(characters), created_at: seconds() }, secret))
    .catch((error: Error) => error.message)
const said = () => world.relay.context.subscriptions.accounts.settled()
const tag = (event: Event | undefined, name: string) => event?.tags.find(([first]) => first === name)?.slice(1)

describe('a key that signs in for the first time', () => {
  it('receives one address, and an event of kind 888, while tiers are sold (PAY-02, PAY-05)', async () => {
    const sold = (await world.get('/api/relay-settings')).relay_settings.subscription_tiers
    const [alice, mallory] = [person(), person()]
    const [address, next] = makeAddresses(2)
    const client = await signIn(alice)
    await expect.poll(() => read(client, [888])).toHaveLength(1)
    const [event] = await read(client, [888])
    expect(event?.pubkey).toMatch(/^[0-9a-f]{64}$/)
    expect(tag(event, 'p')).toEqual([alice.pubkey])
    expect(tag(event, 'subscription_status')).toEqual(['inactive'])
    expect(tag(event, 'relay_bitcoin_address')).toEqual([address])
    expect(tag(event, 'credit')).toEqual(['0'])
    expect(tag(event, 'storage')).toHaveLength(3)
    const other = await signIn(mallory)
    await expect.poll(() => read(other, [888])).toHaveLength(1)
    expect(tag((await read(other, [888]))[0], 'relay_bitcoin_address')).toEqual([next])
    makeAddresses(1)
    const again = await signIn(alice)
    expect(tag((await read(again, [888]))[0], 'relay_bitcoin_address')).toEqual([address])
    await world.save({ subscription_tiers: [] })
    makeAddresses(1)
    const early = person()
    const unsold = await signIn(early)
    await said()
    expect(await read(unsold, [888])).toEqual([])
    await world.save({ subscription_tiers: sold })
    for (const open of [client, other, again, unsold]) open.close()
  })

  it('shows its event to no other key by REQ, COUNT or live (PAY-06)', async () => {
    const [alice, mallory] = [person(), person()]
    makeAddresses(2)
    const own = await signIn(alice)
    await expect.poll(() => read(own, [888])).toHaveLength(1)
    const address = tag((await read(own, [888]))[0], 'relay_bitcoin_address')?.[0] ?? ''
    const [other, stranger] = [await signIn(mallory), await Client.connect(world.relay.publicUrl)]
    await expect.poll(() => read(other, [888])).toHaveLength(1)
    expect(tag((await read(other, [888]))[0], 'p')).toEqual([mallory.pubkey])
    expect((await read(stranger, [888, 1])).filter(({ kind }) => kind === 888)).toEqual([])
    const filter = { kinds: [888], '#p': [alice.pubkey] }
    expect([await own.count([filter], {}), await other.count([filter], {})]).toEqual([1, 0])
    const live = { own: [] as Event[], other: [] as Event[], stranger: [] as Event[] }
    own.subscribe([filter], { onevent: event => live.own.push(event) })
    other.subscribe([filter], { onevent: event => live.other.push(event) })
    stranger.subscribe([{ '#p': [alice.pubkey] }], { onevent: event => live.stranger.push(event) })
    await world.tell(world.pay(address, 12_000, { confirmations: 1 }))
    await expect.poll(() => live.own.map(event => tag(event, 'subscription_status')?.[0])).toContain('active')
    expect(await read(other, [888])).toHaveLength(1)
    expect([live.other, live.stranger]).toEqual([[], []])
    for (const open of [own, other, stranger]) open.close()
  })

  it('receives payments in one event by the relay, replaced at each change (PAY-04, PAY-05)', async () => {
    const bob = person()
    const other = (await allotted(person())).client
    const { client, address } = await allotted(bob)
    await world.tell(world.pay(address, 12_000, { confirmations: 1 }))
    await expect.poll(async () => tag((await read(client, [888]))[0], 'subscription_status')).toEqual(['active'])
    expect(await post(client, bob, 5000)).toBe('')
    await world.tell(world.pay(address, 500, { confirmations: 1 }))
    await expect.poll(async () => tag((await read(client, [888]))[0], 'credit')).toEqual(['2500'])
    await said()
    const events = await read(client, [888])
    expect([events.length, tag(events[0], 'relay_bitcoin_address')]).toEqual([1, [address]])
    expect([events[0]?.pubkey, tag(events[0], 'p')]).toEqual([world.relay.context.relay.pubkey(), [bob.pubkey]])
    const [used = 0, total, updated = 0] = (tag(events[0], 'storage') ?? []).map(Number)
    expect([used > 5000 && used < 9000, total, Math.abs(updated - seconds()) < 60]).toEqual([true, 2 ** 30, true])
    const [tier, expiry] = tag(events[0], 'active_subscription') ?? []
    const days = (Number(expiry) - seconds()) / 86_400
    expect([tier, days > 27.9 && days < 31.1]).toEqual(['1 GB per month', true])
    const given = { token: world.token, body: { days: 10, tier } }
    await world.relay.call(`/api/subscribers/${bob.pubkey}/gift`, given)
    const ends = async () => (await read(client, [888])).map(event => tag(event, 'active_subscription')?.[1])
    await expect.poll(ends).toEqual([String(Number(expiry) + 10 * 86_400)])
    expect(await read(other, [888])).toHaveLength(1)
    for (const open of [client, other]) open.close()
  })

  it('is hidden from every admin in search and by id', async () => {
    const subscriber = person()
    const { client } = await allotted(subscriber)
    const { pubkey } = subscriber
    const filter = { kinds: [888], tags: [['p', [pubkey]]] } as const
    const found: Event[] = []
    for await (const batch of world.relay.context.events.query([filter], { scope: readAll }))
      for (const json of batch.texts()) found.push(JSON.parse(json))
    const [event, ...more] = found
    expect([event?.kind, more]).toEqual([888, []])
    for (const role of ['viewer', 'moderator', 'operator', 'owner'] as const) {
      const { token } = await putAdmin(world.relay, role)
      const search = await world.relay.call(`/api/search?q=${event?.id}`, { token })
      expect(search.body.results).toEqual([])
      const byRelay = await world.relay.call(`/api/search?q=${event?.pubkey}&category=events`, { token })
      expect(byRelay.body.results.filter(({ kind }: { kind: number }) => kind === 888)).toEqual([])
      expect((await world.relay.call(`/api/events/${event?.id}`, { token })).status).toBe(404)
      expect((await world.relay.call(`/api/reports/event/${event?.id}`, { token })).status).not.toBe(200)
    }
    client.close()
  })
})

describe('writers', () => {
  it('without a free tier only subscribers do; the refusal says where to pay', async () => {
    const [free, paying] = [person(), person()]
    makeAddresses(2)
    const client = await signIn(free)
    expect(await post(client, free, 10)).toBe(
      `restricted: this relay is for subscribers; subscribe at ${subscribePage}. ${prices}`,
    )
    const subscriber = await signIn(paying)
    await expect.poll(() => read(subscriber, [888])).toHaveLength(1)
    const address = tag((await read(subscriber, [888]))[0], 'relay_bitcoin_address')?.[0] ?? ''
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    await expect.poll(() => post(subscriber, paying, 10)).toBe('')
    expect((await world.get(`/api/subscribers/${paying.pubkey}`)).used_bytes).toBeGreaterThan(100)
    for (const open of [client, subscriber]) open.close()
  })

  it('refuses events beyond the quota of a month, but no deletions (PAY-17)', async () => {
    await world.save({ freeTierEnabled: true, freeTierLimit: '0.01 MB per month' })
    const [user, other] = [person(), person()]
    makeAddresses(2)
    const client = await signIn(user)
    expect([await post(client, user, 9000), await post(client, other, 9000)]).toEqual(['', ''])
    expect(await post(client, user, 3000)).toMatch(
      /^restricted: quota exceeded by .* \(the free tier of this month: 10.24 KB\); please subscribe at https:/,
    )
    expect(await post(client, user, 3000, 5, [['e', 'a'.repeat(64)]])).toBe('')
    world.clock.now += 31 * dayMs
    expect(await post(client, user, 3000)).toBe('')
    world.clock.now -= 31 * dayMs
    await world.save({ freeTierEnabled: false })
    client.close()
  })

  it('BUD-07: an upload costs what the tiers say, to the key’s own address, and is taken once that is paid (BLOSSOM-04)', async () => {
    const uploader = uploaderOf()
    makeAddresses(1)
    const { url, headers, put } = uploadOf(world, uploader, png(5000))
    const answer = await put()
    const { payment, message } = (await answer.json()) as { payment: { address: string }; message: string }
    const { address } = payment
    expect([answer.status, address]).toEqual([402, expect.stringMatching(/^bcrt1qallotted/)])
    expect(answer.headers.get('x-bitcoin')).toBe(`bitcoin:${address}?amount=0.00010000`)
    expect(answer.headers.get('x-lightning')).toBeNull()
    const reason = /subscribe at https:.*Prices: 1 GB per month for 10000 sats, 5 GB .* 40000 sats. Pay to bcrt1q/
    expect([answer.headers.get('x-reason'), message]).toEqual(Array(2).fill(expect.stringMatching(reason)))
    expect(payment).toMatchObject({ offers: [{ sats: 10_000 }, { sats: 40_000 }] })
    const head = await fetch(url, { method: 'HEAD', headers: { ...headers, 'x-content-length': '5000' } })
    expect([head.status, head.headers.get('x-bitcoin')]).toEqual([402, answer.headers.get('x-bitcoin')])
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    await expect.poll(async () => (await put()).status).toBe(201)
  })

  it('reserves a file’s bytes before it arrives: of 15 parallel uploads of 1 MB, a quota of 1 MB accepts one (PAY-18, SAFE-04)', async () => {
    await world.save({ freeTierEnabled: true, freeTierLimit: '1 MB per month' })
    const holder = person()
    makeAddresses(1)
    const client = await signIn(holder)
    await expect.poll(() => read(client, [888])).toHaveLength(1)
    const uploader = uploaderOf(holder.secret)
    const files = Array.from({ length: 15 }, (_, at) => Buffer.concat([png(1000 + at)], 2 ** 20))
    const answers = await Promise.all(files.map(file => uploadOf(world, uploader, file).put()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(14).fill(402)])
    for (const { ok, headers } of answers) if (!ok) expect(headers.get('x-reason')).toMatch(/^restricted: quota exce/)
    await world.save({ freeTierEnabled: false })
    client.close()
  })

  it('gives a file’s bytes back if its upload fails', async () => {
    await world.save({ freeTierEnabled: true, freeTierLimit: '1 MB per month' })
    const uploader = uploaderOf()
    const file = Buffer.concat([png(900)], 2 ** 20)
    const { url, headers } = uploadOf(world, uploader, file)
    const wrong = await fetch(url, { method: 'PUT', body: Buffer.alloc(2 ** 20, 1), headers })
    expect(wrong.status).toBe(409)
    expect((await uploadOf(world, uploader, file).put()).status).toBe(201)
    await world.save({ freeTierEnabled: false })
  })

  it('SAFE-02: a gift wrap uses none of its recipient’s paid quota', async () => {
    const recipient = person()
    const { client: own, address } = await allotted(recipient)
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    await expect.poll(() => post(own, recipient, 10)).toBe('')
    const used = async () => (await world.get(`/api/subscribers/${recipient.pubkey}`)).used_bytes
    const before = await used()
    const client = await Client.connect(world.relay.publicUrl)
    const wrap = (to: string, characters: number) => post(client, person(), characters, 1059, [['p', to]])
    for (let sent = 0; sent < 16; sent++) expect(await wrap(recipient.pubkey, 250_000)).toBe('')
    expect([await wrap(recipient.pubkey, 170_000), await wrap(recipient.pubkey, 30_000)]).toEqual([
      '',
      expect.stringMatching(/^rate-limited: this recipient takes 4 MB of messages a day, which reset at .* 00:00 UTC$/),
    ])
    expect(await wrap(person().pubkey, 100)).toMatch(/^restricted: this relay is for subscribers/)
    expect(await used()).toBe(before)
    expect(await post(own, recipient, 20)).toBe('')
    expect(await used()).toBeGreaterThan(before)
    world.clock.now += dayMs
    expect(await wrap(recipient.pubkey, 1000)).toBe('')
    world.clock.now -= dayMs
    for (const open of [own, client]) open.close()
  })

  it('a subscription writes through its grace time, is reminded by private messages, and then reads only, as its event says (PAY-04)', async () => {
    await world.save({ graceDays: 3, readOnlyDays: 10 })
    const carol = person()
    const begin = world.clock.now
    const { client, address } = await allotted(carol)
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    const end = Date.parse((await world.get(`/api/subscribers/${carol.pubkey}`)).expires_at)
    const at = async (time: number) => {
      world.clock.now = time
      await world.relay.context.subscriptions.rounds.round()
      await said()
      return (await world.relay.context.subscriptions.subscribers.one(carol.pubkey)).status
    }
    const wraps = async () => {
      const events: Event[] = []
      const filter = { kinds: [1059], tags: [['p', [carol.pubkey]]] } as const
      for await (const batch of world.relay.context.events.query([filter], { scope: readAll }))
        for (const json of batch.texts()) events.push(JSON.parse(json))
      return events.map(event => nip17.unwrapEvent(event, carol.secret).content)
    }
    expect([await at(end - 8 * dayMs), (await wraps()).length]).toEqual(['active', 0])
    expect([await at(end - 7 * dayMs), (await wraps()).length]).toEqual(['active', 1])
    expect((await wraps())[0]).toContain(`pay 10,000 sats to ${address}`)
    await at(end - 7 * dayMs + 1000)
    expect((await wraps()).length).toBe(1)
    await openPage(world, carol.secret, 'de-AT,de')
    expect([await at(end - dayMs), (await wraps()).length]).toEqual(['active', 2])
    expect(await wraps()).toContainEqual(expect.stringContaining(`zahlen Sie 10.000 Sats an ${address}`))
    const names = ['subscription_status', 'active_subscription']
    const account = async () => (await read(client, [888])).map(event => names.map(name => tag(event, name)?.[0]))
    expect([await at(end + 2 * dayMs), await account()]).toEqual(['grace', [['active', '1 GB per month']]])
    expect((await wraps()).length).toBe(3)
    expect(await at(end + 3 * dayMs)).toBe('read_only')
    await expect.poll(account).toEqual([['inactive', undefined]])
    expect(await post(client, carol, 10)).toMatch(/^restricted: your subscription ended on/)
    expect(await at(end + 14 * dayMs)).toBe('ended')
    expect((await wraps()).length).toBe(4)
    const kinds = (await world.ledgerOf(carol.pubkey)).map(({ kind }) => kind)
    expect(kinds).toEqual([
      'address',
      'payment',
      'purchase',
      ...Array(3).fill('reminder'),
      'expired',
      'reminder',
      'ended',
    ])
    world.clock.now = begin
    await world.save({ graceDays: 7, readOnlyDays: 30 })
    client.close()
  })

  it('after its grace time a key reads what it stored and writes nothing, events nor files, until it pays again', async () => {
    await world.save({ graceDays: 3, readOnlyDays: 10 })
    const begin = world.clock.now
    const dora = person()
    const uploader = uploaderOf(dora.secret)
    const { client, address } = await allotted(dora)
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    await expect.poll(() => post(client, dora, 11)).toBe('')
    const end = Date.parse((await world.get(`/api/subscribers/${dora.pubkey}`)).expires_at)
    const file = png(4000)
    const upload = async (bytes = file) => {
      const answer = await uploadOf(world, uploader, bytes).put()
      return { status: answer.status, reason: answer.headers.get('x-reason') ?? '' }
    }
    world.clock.now = end + 3 * dayMs - 1
    expect([await post(client, dora, 12), (await upload()).status]).toEqual(['', 201])
    // The same connection, and no round in between.
    world.clock.now += 1
    const ended = `restricted: your subscription ended on ${new Date(end).toISOString().slice(0, 10)}, you can read but not write`
    const refusal = `${ended}, please subscribe at ${subscribePage}. ${prices}`
    expect(await post(client, dora, 13)).toBe(refusal)
    expect(await upload(png(4100))).toEqual({ status: 402, reason: `${refusal}. Pay to ${address}` })
    const own = async () => (await read(client, [1])).filter(({ pubkey }) => pubkey === dora.pubkey).length
    const stored = `${world.relay.publicUrl.replace(/^ws/, 'http')}/${sha256(file)}`
    expect([await own(), (await fetch(stored)).status]).toEqual([2, 200])
    world.clock.now = end + 14 * dayMs
    await world.relay.context.subscriptions.rounds.round()
    expect([await own(), (await fetch(stored)).status, await post(client, dora, 13)]).toEqual([2, 200, refusal])
    await world.tell(world.pay(address, 10_000, { txid: 'd'.repeat(64), confirmations: 1 }))
    await expect.poll(() => post(client, dora, 14)).toBe('')
    expect((await upload(png(4100))).status).toBe(201)
    world.clock.now = begin
    await world.save({ graceDays: 7, readOnlyDays: 30 })
    client.close()
  })

  it('a tier gives its kinds, files and days; changing it takes nothing from those who bought it', async () => {
    const limited = {
      datalimit: '1 GB per month',
      price: '10000',
      kinds: ['kind0', 'kind1'],
      maxfile: '10 KB',
      days: 5,
    }
    const { subscription_tiers: usual } = world.relay.context.relaySettings.current()
    await world.save({ subscription_tiers: [limited] })
    const user = person()
    const { client, address } = await allotted(user)
    await world.tell(world.pay(address, 10_000, { confirmations: 1 }))
    await expect.poll(() => post(client, user, 10)).toBe('')
    const article = /^restricted: your subscription does not include kind 30023, please subscribe at https:/
    expect(await post(client, user, 10, 30_023, [['d', 'a']])).toMatch(article)
    const { quotas } = world.relay.context.subscriptions
    const file = (bytes: number) => quotas.judgeFile({ pubkey: user.pubkey, bytes })
    const reason = expect.stringMatching(/^restricted: your subscription allows files up to 10 KB, please/)
    expect([file(10_240), file(10_241)]).toMatchObject([null, { status: 413, cause: 'size', reason }])
    await world.save({ subscription_tiers: [{ ...limited, kinds: ['kind7'], maxfile: '1 KB', days: 1 }] })
    expect([await post(client, user, 20), await post(client, user, 10, 0), file(10_240)]).toEqual(['', '', null])
    expect(await post(client, user, 10, 7)).toMatch(/does not include kind 7/)

    const kindsStored = async () => {
      await world.relay.context.events.catchUp()
      const found = await read(client, [0, 1, 7])
      return found.filter(({ pubkey }) => pubkey === user.pubkey).map(({ kind }) => kind)
    }
    const begin = world.clock.now
    world.clock.now += 4 * dayMs
    expect((await kindsStored()).sort()).toEqual([0, 1, 1])
    world.clock.now += 2 * dayMs
    expect(await kindsStored()).toEqual([0])
    world.clock.now = begin
    await world.save({ subscription_tiers: usual })
    client.close()
  })

  it('has separate limits in the free tier', async () => {
    await world.save({ freeTierEnabled: true, freeTierGives: { kinds: ['kind1'], maxfile: '1 MB' } })
    const user = person()
    makeAddresses(1)
    const client = await signIn(user)
    expect(await post(client, user, 10)).toBe('')
    expect(await post(client, user, 10, 7)).toMatch(/^restricted: the free tier does not include kind 7/)
    const { quotas } = world.relay.context.subscriptions
    expect(quotas.judgeFile({ pubkey: user.pubkey, bytes: 2 ** 20 + 1 })?.status).toBe(413)
    await world.save({ freeTierEnabled: false, freeTierGives: {} })
    client.close()
  })
})
