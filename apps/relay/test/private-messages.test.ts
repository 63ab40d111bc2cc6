import { roles } from '@hornets/contract/roles'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from './harness.ts'
import { putAdmin } from './support/people.ts'

const now = 1_790_000_000
const ada = generateSecretKey()
const adaKey = getPublicKey(ada)
const file = 'c0ffee'.padEnd(64, '0')
/** Encrypted messages, gift wraps (NIP-04, NIP-59), and the relay's account of a subscriber. */
const messageKinds = [4, 1059, 1060]
const accountKind = 888
const preferenceKind = 10_010

let relay: Relay
let owner: string
const ids = new Map<number, string>()
beforeAll(async () => {
  relay = await startRelay({ now: () => now * 1000 })
  ;({ token: owner } = await relay.signedIn())
  for (const kind of [1, ...messageKinds, accountKind, preferenceKind]) {
    const tags = [
      ['p', getPublicKey(generateSecretKey())],
      ['x', file],
      ...(kind === preferenceKind ? [['enabled', 'true']] : []),
    ]
    const { id, pubkey, created_at, content, sig } = finalizeEvent(
      { kind, content: `marker ${file} of kind ${kind}.`, tags, created_at: now - kind },
      ada,
    )
    const event = { id, pubkey, created_at, kind, tags, content, sig }
    await relay.context.events.save({ event, json: JSON.stringify(event) })
    ids.set(kind, id)
  }
  await relay.context.events.catchUp()
  const reported = {
    pubkey: adaKey,
    cause: 'report',
    type: 'spam',
    weight: 1,
    reporters: 1,
    is_open: 1,
    opened_at: now,
  }
  const rows = [1, ...messageKinds].map(kind => ({ ...reported, target: String(ids.get(kind)) }))
  const { adminDatabase } = relay.context
  await adminDatabase.transact(tx => tx.insertInto('cases').values(rows).execute())
})
afterAll(() => relay.close())

describe.each(roles)('private messages as shown to a %s', role => {
  const expected = role === 'owner' ? [1, ...messageKinds] : [1]
  let token: string
  beforeAll(async () => {
    token = role === 'owner' ? owner : (await putAdmin(relay, role)).token
  })
  const get = async (path: string) => relay.call(path, { token })
  const kinds = (events: readonly { kind: number }[]) => events.map(({ kind }) => kind).sort((a, b) => a - b)

  it.each([
    ['words', 'marker'],
    ['author', adaKey],
  ])('in a search by %s (SAFE-05)', async (_by, q) => {
    const { results } = (await get(`/api/search?q=${q}&category=events&limit=20`)).body
    expect(kinds(results).filter(kind => expected.includes(kind))).toEqual(kinds(results))
    if (q === adaKey) expect(kinds(results)).toEqual(expected)
  })

  it.each([1, ...messageKinds, accountKind, preferenceKind])(
    'as the event itself: kind %d (SAFE-05, PROTO-10)',
    async kind => {
      const isShown = expected.includes(kind)
      expect((await get(`/api/events/${ids.get(kind)}`)).status).toBe(isShown ? 200 : 404)
      const { results } = (await get(`/api/search?q=${ids.get(kind)}&category=events`)).body
      expect(results).toHaveLength(isShown ? 1 : 0)
    },
  )

  it.each([
    ['events', `/api/events?filter={"authors":["${adaKey}"]}`],
    ['their export', `/api/events/export?filter={"authors":["${adaKey}"]}`],
    ['a person', `/api/people/${adaKey}`],
    ['the events of a person', `/api/people/${adaKey}/events`],
  ])('in the call of %s (SAFE-05)', async (_what, path) => {
    const { status, body } = await get(path)
    if (status === 403) return expect(['viewer', 'moderator']).toContain(role)
    const told = [...JSON.stringify(body).matchAll(/of kind (\d+)\./g)].map(([, kind]) => Number(kind))
    expect([status, [...new Set(told)].sort((a, b) => a - b)]).toEqual([200, expected])
  })

  it.each(messageKinds)('as a reported event: kind %d (SAFE-05)', async kind => {
    const { body } = await get(`/api/reports/event/${ids.get(kind)}`)
    expect(JSON.stringify(body)).not.toContain(`of kind ${kind}.`)
  })

  it('in a case about them (SAFE-05)', async () => {
    const { status, body } = await get('/api/cases?limit=500')
    if (role === 'viewer') return expect(status).toBe(403)
    const cases: { id: number }[] = body.cases
    expect(cases).toHaveLength(1 + messageKinds.length)
    const told = JSON.stringify(await Promise.all(cases.map(async ({ id }) => (await get(`/api/cases/${id}`)).body)))
    expect(told).toContain('of kind 1.')
    for (const kind of messageKinds) expect(told).not.toContain(`of kind ${kind}.`)
  })

  it('beside a file that they name (SAFE-05)', async () => {
    const { events } = (await get(`/api/files/${file}/events`)).body as { events: { event: { kind: number } }[] }
    const shown = kinds(events.map(({ event }) => event))
    expect(shown).toEqual(expected)
  })
})
