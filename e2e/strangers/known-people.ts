import { finalizeEvent, getPublicKey, nip19 } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { expect } from 'vitest'
import { newOperator } from '../../apps/relay/test/harness.ts'
import { putAdmin } from '../../apps/relay/test/support/people.ts'
import { peopleHost } from './elsewhere.ts'
import type { StrangersWorld } from './strangers-world.ts'

export interface Known {
  readonly name: string
  readonly nip05: string
  /** Whether the server of that name confirms it. */
  readonly isConfirmed: boolean
  readonly npub: string
  readonly pubkey: string
  readonly secretKey: Uint8Array
}

const pictureAt = (name: string) => `http://${peopleHost}/${name}.png`

type Call = (path: string, body: object) => Promise<never>

/** People with a name, a picture on a stranger's server and a NIP-05 name, wherever the console has a place for one. */
export async function introducePeople(world: StrangersWorld) {
  const admin = await putAdmin(world.relay, 'operator')
  const author = await introduce(world, 'Agatha Quill', newOperator().secretKey)
  const blocked = await introduce(world, 'Bartholomew Vex', newOperator().secretKey, false)
  const helper = await introduce(world, 'Morwenna Keel', admin.operator.secretKey)
  const owner = await introduce(world, 'Oswin Hart', world.operator.secretKey)
  const call = callBy(world, admin.token)
  const asOwner = callBy(world, world.token)

  const note = await world.publish(author.secretKey, 1, `A note with a pen ${pictureAt('note')}`)
  const file = await world.upload(author.secretKey, 'pen')
  const second = await world.publish(author.secretKey, 1, 'A second note')
  await report(world, blocked, note.id, author)
  await report(world, author, (await world.publish(blocked.secretKey, 1, 'Buy vexes')).id, blocked)
  await report(world, blocked, second.id, author)
  await world.settled()
  const { address } = await world.subscriber({ pubkey: author.pubkey })
  await world.tell(world.pay(address, 12_000, { confirmations: 3 }))
  await asOwner(`/api/subscribers/${author.pubkey}/gift`, { days: 3, note: 'thanks' })

  const relay_info = { relayicon: pictureAt('icon'), relaybanner: pictureAt('banner') }
  await asOwner('/api/settings/relay_info', { relay_info })
  await call('/api/access/allowed-pubkeys', { entries: [{ value: author.pubkey, reason: 'writes well' }] })
  await call(`/api/people/${author.pubkey}/notes`, { text: 'Lost a pen' })
  await call('/api/allowed-events', { ids: [note.id], reason: 'fine' })
  const { role } = (await call('/api/member-roles', { id: 'scribes', label: 'Scribes', color: null, order: 1 })) as {
    role: { id: string }
  }
  await call(`/api/member-roles/${role.id}/keys`, { pubkeys: [author.pubkey] })
  await asOwner('/api/method-grants', { pubkey: author.pubkey, methods: ['banevent'] })
  await call('/api/relay-settings', { relay_settings: { freeTierLimit: '101 MB per month' } })
  await join(world, author)
  await flag(world, note.id, author.pubkey)

  const { cases } = await world.get('/api/cases')
  const of = (id: string) => cases.find((one: { event_id: string }) => one.event_id === id)?.id
  await call('/api/cases/verdicts', { cases: [of(second.id)], verdict: 'dismiss', reason: 'harmless' })
  await call(`/api/cases/${of(note.id)}/hold`, { hold: true })
  await call('/api/blocked-pubkeys', { pubkey: blocked.pubkey, reason: 'sells vexes', delete_events: false })
  const client = await Client.connect(world.relay.publicUrl)
  await client.publish(signed(blocked, 1, 'More vexes', world)).catch(() => {})
  client.close()
  const reader = await authenticated(world, author)
  await checked(world, [author, blocked, helper, owner])
  return { author, blocked, helper, owner, note, file, case: of(note.id), close: () => reader.close() }
}
export type KnownPeople = Awaited<ReturnType<typeof introducePeople>>

/** On a phone. */
export function whoStandsWhere({ author, blocked, helper, owner }: KnownPeople): Record<string, string[]> {
  const [a, b, h, o] = [author, blocked, helper, owner].map(({ name }) => name) as [string, string, string, string]
  return {
    dashboard: [a],
    'blocked-pubkeys': [b, h],
    'profile-security': [h, o],
    'profile-payments': [a],
    'audit-log': [a, b, h, o],
    subscribers: [a],
    'payment-notifications': [a],
    'report-notifications': [a, b],
    'moderation-notifications': [a],
    moderation: [a, b, h],
    people: [a, b, h, o],
    events: [h],
    refusals: [b],
    clients: [a],
    'settings-history': [h, o],
    'allowed-pubkeys': [a, h],
    roles: [a],
    invitations: [a],
    changes: [a, b, h, o],
    person: [a, h],
    event: [a],
    'found event': [a],
    case: [a, b, h],
    'reported event': [a, b],
    subscriber: [a, o],
    'own files': [a],
    'filter of the audit log': [a, b, h, o],
    search: [a],
  }
}

/** NIP-05 names are asked for in the background. */
async function checked(world: StrangersWorld, people: readonly Known[]): Promise<void> {
  const keys = people.filter(({ isConfirmed }) => isConfirmed).map(({ pubkey }) => pubkey)
  const isChecked = async () => {
    const { profiles } = (await world.get(`/api/profiles?keys=${keys.join()}`)) as {
      profiles: { nip05_verified: boolean }[]
    }
    return profiles.length === keys.length && profiles.every(({ nip05_verified }) => nip05_verified)
  }
  await expect.poll(isChecked, { timeout: 10_000, interval: 100 }).toBe(true)
}

function callBy(world: StrangersWorld, token: string): Call {
  return async (path, body) => {
    const answer = await world.relay.call(path, { token, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as never
  }
}

async function introduce(
  world: StrangersWorld,
  name: string,
  secretKey: Uint8Array,
  isConfirmed = true,
): Promise<Known> {
  const [called = ''] = name.toLowerCase().split(' ')
  const pubkey = getPublicKey(secretKey)
  const nip05 = `${called}@${peopleHost}`
  if (isConfirmed) world.elsewhere.names[called] = pubkey
  const profile = { name, nip05, picture: pictureAt(called), about: `About ${called}` }
  await world.publish(secretKey, 0, JSON.stringify(profile))
  return { name, nip05, isConfirmed, npub: nip19.npubEncode(pubkey), pubkey, secretKey }
}

const report = (world: StrangersWorld, by: Known, id: string, about: Known) =>
  world.publish(by.secretKey, 1984, 'look at this', [
    ['e', id, 'spam'],
    ['p', about.pubkey],
  ])

const signed = ({ secretKey }: Known, kind: number, content: string, world: StrangersWorld) =>
  finalizeEvent({ kind, content, tags: [], created_at: Math.floor(world.clock.now / 1000) }, secretKey)

/** A member by an invitation, as the relay notes it. */
async function join({ relay, clock }: StrangersWorld, { pubkey }: Known): Promise<void> {
  await relay.context.adminDatabase.transact(tx =>
    tx.insertInto('access_members').values({ pubkey, joined_at: clock.now, code: 'pen' }).execute(),
  )
}

async function flag({ relay, clock }: StrangersWorld, event_id: string, pubkey: string): Promise<void> {
  await relay.context.adminDatabase.transact(tx =>
    tx
      .insertInto('moderation_cases')
      .values({
        event_id,
        pubkey,
        reason: 'nudity 0.9',
        content_type: 'image',
        media_url: 'https://pictures.example/a.png',
        created_at: clock.now,
        is_read: 0,
        state: 'flagged',
        ticket_id: null,
        dispute_id: null,
        expires_at: null,
      })
      .execute(),
  )
}

async function authenticated(world: StrangersWorld, { secretKey }: Known): Promise<Client> {
  const client = new Client(world.relay.publicUrl)
  const challenged = new Promise<void>(done => {
    client.onauth = async event => {
      done()
      return finalizeEvent(event, secretKey)
    }
  })
  await client.connect()
  await challenged
  return client
}
