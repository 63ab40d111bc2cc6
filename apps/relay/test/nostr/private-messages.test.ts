import { type Event, type Filter, finalizeEvent, generateSecretKey, getPublicKey, nip04, nip17 } from 'nostr-tools'
import { Relay } from 'nostr-tools/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1 })
})
afterAll(() => engine.close())

const person = () => {
  const secret = generateSecretKey()
  return { secret, pubkey: getPublicKey(secret) }
}
type Person = ReturnType<typeof person>
const now = () => Math.floor(Date.now() / 1000)
const plain = (event: Event) => JSON.parse(JSON.stringify(event)) as Event

/** A client's result for a REQ: events until EOSE, or the reason of CLOSED. */
function read(relay: Relay, ...filters: Filter[]): Promise<string[] | string> {
  const ids: string[] = []
  return new Promise(resolve => {
    const subscription = relay.subscribe(filters, {
      onevent: ({ id }) => ids.push(id),
      oneose: () => {
        resolve(ids)
        subscription.close()
      },
      onclose: resolve,
    })
  })
}
/** The challenge precedes any other answer. */
async function signInAs(relay: Relay, { secret }: Person): Promise<void> {
  await read(relay, { kinds: [1], limit: 1 })
  await relay.auth(async template => finalizeEvent(template, secret))
}
const count = (relay: Relay, filter: Filter) => relay.count([filter], {}).catch((error: Error) => error.message)

async function correspondence(from: Person, to: Person) {
  const publisher = await Relay.connect(engine.url)
  const direct = finalizeEvent(
    {
      kind: 4,
      created_at: now(),
      tags: [['p', to.pubkey]],
      content: nip04.encrypt(from.secret, to.pubkey, 'meet at noon'),
    },
    from.secret,
  )
  const wrapped = nip17.wrapEvent(from.secret, { publicKey: to.pubkey }, 'meet at noon')
  for (const event of [direct, wrapped]) await publisher.publish(plain(event))
  publisher.close()
  return { direct: plain(direct), wrapped: plain(wrapped) }
}

describe('private messages (NIP-04, NIP-17)', () => {
  it('are closed to those who have not signed in, by every way of asking', async () => {
    const [alice, bob] = [person(), person()]
    const { direct, wrapped } = await correspondence(alice, bob)
    const stranger = await Relay.connect(engine.url)
    for (const kinds of [[4], [1059], [4, 1059, 1060]]) {
      expect(await read(stranger, { kinds, '#p': [bob.pubkey] })).toMatch(/^auth-required: /)
      expect(await count(stranger, { kinds, '#p': [bob.pubkey] })).toMatch(/auth-required: /)
    }
    expect(await read(stranger, { ids: [direct.id, wrapped.id] })).toEqual([])
    expect(await read(stranger, { '#p': [bob.pubkey] })).toEqual([])
    expect(await count(stranger, { '#p': [bob.pubkey] })).toBe(0)
    expect(await read(stranger, { kinds: [1, 4, 1059], '#p': [bob.pubkey] })).toEqual([])
    expect(await read(stranger, { authors: [alice.pubkey], limit: 1 })).toEqual([])
    stranger.close()
  })

  it('are not shown to another key that has signed in, nor counted for it', async () => {
    const [alice, bob, carol] = [person(), person(), person()]
    const { direct, wrapped } = await correspondence(alice, bob)
    const other = await Relay.connect(engine.url)
    await signInAs(other, carol)
    expect(await read(other, { ids: [direct.id, wrapped.id] })).toEqual([])
    expect(await read(other, { kinds: [4, 1059] })).toEqual([])
    expect(await count(other, { kinds: [1059], '#p': [bob.pubkey] })).toBe(0)
    expect(await read(other, { kinds: [4], authors: [alice.pubkey], '#p': [bob.pubkey] })).toEqual([])
    other.close()
  })

  it('reach recipient and author under the same subscription id once they have signed in', async () => {
    const [alice, bob] = [person(), person()]
    const { direct, wrapped } = await correspondence(alice, bob)
    const reader = await RawClient.connect(engine.url)
    reader.say('REQ', 'inbox', { kinds: [4, 1059] })
    expect((await reader.hear('CLOSED', 'inbox'))[2]).toMatch(/^auth-required: /)
    const answer = finalizeEvent(
      {
        kind: 22_242,
        created_at: now(),
        tags: [
          ['relay', engine.url],
          ['challenge', await reader.challenge()],
        ],
        content: '',
      },
      bob.secret,
    )
    // The REQ does not wait for the OK: messages after an AUTH may rely on it.
    reader.say('AUTH', plain(answer))
    reader.say('REQ', 'inbox', { kinds: [4, 1059] })
    await reader.hear('EOSE', 'inbox')
    const got = reader.heard.filter(([type]) => type === 'EVENT').map(([, , event]) => event as Event)
    expect(new Set(got.map(({ id }) => id))).toEqual(new Set([direct.id, wrapped.id]))
    const [letter] = got.filter(({ kind }) => kind === 1059)
    expect(letter && nip17.unwrapEvent(letter as Event, bob.secret).content).toBe('meet at noon')
    reader.close()

    const author = await Relay.connect(engine.url)
    await signInAs(author, alice)
    expect(await read(author, { kinds: [4, 1059] })).toEqual([direct.id])
    expect(await count(author, { kinds: [4] })).toBe(1)
    author.close()
  })

  it('do not leak live, and reach a subscription that was open before its reader signed in', async () => {
    const [alice, bob] = [person(), person()]
    const [reader, stranger] = [await Relay.connect(engine.url), await Relay.connect(engine.url)]
    const heard: Record<string, number[]> = { reader: [], stranger: [] }
    for (const [name, relay] of Object.entries({ reader, stranger })) {
      await new Promise<void>(resolve => {
        const onevent = ({ kind }: Event) => heard[name]?.push(kind)
        relay.subscribe([{ '#p': [bob.pubkey] }, { authors: [alice.pubkey] }], { onevent, oneose: resolve })
      })
    }
    await correspondence(alice, bob)
    await signInAs(reader, bob)
    await correspondence(alice, bob)
    const note = { kind: 1, created_at: now(), tags: [['p', bob.pubkey]], content: 'in the open' }
    await reader.publish(plain(finalizeEvent(note, alice.secret)))
    const ephemeral = { kind: 21_059, created_at: now(), tags: [['p', bob.pubkey]], content: '' }
    await reader.publish(plain(finalizeEvent(ephemeral, generateSecretKey())))
    await expect.poll(() => heard).toEqual({ reader: [4, 1059, 1, 21_059], stranger: [1] })
    reader.close()
    stranger.close()
  })

  it('can be deleted by their recipient when they are gift wraps, and by no stranger', async () => {
    const [alice, bob, carol] = [person(), person(), person()]
    const { wrapped } = await correspondence(alice, bob)
    const reader = await Relay.connect(engine.url)
    await signInAs(reader, bob)
    const deletion = ({ secret }: Person) =>
      plain(finalizeEvent({ kind: 5, created_at: now(), tags: [['e', wrapped.id]], content: '' }, secret))
    await reader.publish(deletion(carol))
    expect(await read(reader, { kinds: [1059] })).toEqual([wrapped.id])
    await reader.publish(deletion(bob))
    expect(await read(reader, { kinds: [1059] })).toEqual([])
    await expect(reader.publish(wrapped)).rejects.toThrow(/^blocked: /)
    reader.close()
  })

  it('so with a subscription (kind 888), which only the relay publishes', async () => {
    const [bob, carol] = [person(), person()]
    const account = (secret: Uint8Array) =>
      plain(finalizeEvent({ kind: 888, created_at: now(), tags: [['p', bob.pubkey]], content: '' }, secret))
    const [owner, other] = [await Relay.connect(engine.url), await Relay.connect(engine.url)]
    await expect(owner.publish(account(carol.secret))).rejects.toThrow(/^restricted: /)
    const real = account(engine.relayKey)
    await owner.publish(real)
    expect(await read(other, { kinds: [888] })).toMatch(/^auth-required: /)
    await signInAs(other, carol)
    expect(await read(other, { kinds: [888] })).toEqual([])
    await signInAs(owner, bob)
    expect(await read(owner, { kinds: [888] })).toEqual([real.id])
    owner.close()
    other.close()
  })
})
