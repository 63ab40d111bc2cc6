import { RelayManagement, RelayManagementError } from 'applesauce-relay'
import { type EventTemplate, finalizeEvent, type VerifiedEvent } from 'nostr-tools'
import { afterAll, expect, test } from 'vitest'
import { newOperator, startRelay } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'

const relay = await startRelay()
afterAll(() => relay.close())
const { operator: owner, token } = await relay.signedIn()

type Client = RelayManagement & Record<string, (...args: unknown[]) => Promise<unknown>>

/** A client as its package offers it; it signs as a browser's extension does. */
function clientOf(by: typeof owner): Client {
  const signEvent = async (event: EventTemplate) => finalizeEvent(event, by.secretKey)
  return new RelayManagement({ url: relay.publicUrl } as never, { signEvent } as never) as unknown as Client
}

async function isTaken(event: VerifiedEvent): Promise<boolean> {
  const client = await RawClient.connect(relay.publicUrl)
  const { accepted } = await client.publish(event)
  client.close()
  return accepted
}

const note = (by = newOperator()) =>
  finalizeEvent({ kind: 1, content: 'a note', tags: [], created_at: Math.floor(Date.now() / 1000) }, by.secretKey)

test('serves every method of a public NIP-86 client, each with its effect', async () => {
  const used = new Set<string>()
  const client = new Proxy(clientOf(owner), {
    get: (target, name) => {
      used.add(String(name))
      // Bound, since its fields are private.
      return target[String(name)]?.bind(target)
    },
  })
  const [spammer, friend] = [newOperator(), newOperator()]
  const [bad, good] = [note(), note()]
  const supported = await client.supportedMethods()

  expect(await client.banPubkey(spammer.pubkey, 'spam')).toBe(true)
  expect(await client.listBannedPubkeys()).toContainEqual({ pubkey: spammer.pubkey, reason: 'spam' })
  expect(await isTaken(note(spammer))).toBe(false)
  expect(await client.allowPubkey(friend.pubkey, 'a friend')).toBe(true)
  expect(await client.listAllowedPubkeys()).toEqual([{ pubkey: friend.pubkey, reason: 'a friend' }])

  expect(await client.banEvent(bad.id, 'a scam')).toBe(true)
  expect(await client.listBannedEvents()).toEqual([{ id: bad.id, reason: 'a scam' }])
  expect(await isTaken(bad)).toBe(false)
  expect(await client.allowEvent(bad.id)).toBe(true)
  expect(await isTaken(bad)).toBe(true)
  expect(await client.listEventsNeedingModeration()).toEqual([])

  await client.changeRelayName('By applesauce')
  await client.changeRelayDescription('Ruled by a public client')
  await client.changeRelayIcon('https://relay.example/icon.png')
  const headers = { accept: 'application/nostr+json' }
  expect(await (await fetch(relay.publicUrl.replace('ws', 'http'), { headers })).json()).toMatchObject({
    name: 'By applesauce',
    description: 'Ruled by a public client',
    icon: 'https://relay.example/icon.png',
  })

  const relay_settings = { mode: 'whitelist', KindWhitelist: ['kind7', 'kind1'] }
  await relay.call('/api/relay-settings', { token, body: { relay_settings } })
  expect(await client.disallowKind(1)).toBe(true)
  expect([await client.listAllowedKinds(), await isTaken(good)]).toEqual([[7], false])
  expect([await client.allowKind(1), await isTaken(good)]).toEqual([true, true])

  expect(await client.blockIp('192.0.2.9', 'a flood')).toBe(true)
  expect(await client.listBlockedIps()).toEqual([{ ip: '192.0.2.9', reason: 'a flood' }])
  expect(await client.unblockIp('192.0.2.9')).toBe(true)
  // Not by the client: it signs the same call of the same second alike, and each signature counts once.
  expect((await relay.call('/api/access/addresses', { token })).body.entries).toEqual([])

  const known = Object.getOwnPropertyNames(RelayManagement.prototype).filter(
    name => name !== 'constructor' && name !== 'request',
  )
  expect([...used].sort()).toEqual(expect.arrayContaining(known.sort()))
  expect(supported).toEqual(expect.arrayContaining(known.map(name => name.toLowerCase()).filter(isNoQuestion)))
})

/** Every relay answers it, so it is not listed. */
const isNoQuestion = (name: string) => name !== 'supportedmethods'

test('tells that client of methods that the role of its key does not allow', async () => {
  const { operator: viewer } = await putAdmin(relay, 'viewer')
  const client = clientOf(viewer)
  expect(await client.listBannedPubkeys()).toEqual(expect.any(Array))
  await expect(client.banPubkey(newOperator().pubkey)).rejects.toBeInstanceOf(RelayManagementError)
  expect(await clientOf(newOperator()).supportedMethods()).toEqual([])
})
