import { createHash } from 'node:crypto'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { hashListKind } from '@hornets/contract/admin/files/hash-lists'
import type { Event } from 'nostr-tools'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { picture } from '../media/bans/bans-world.ts'
import { person } from '../media/media-world.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'

const uploader = person()
const stranger = person().pubkey
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Side {
  readonly relay: Relay
  readonly token: string
}
async function open(): Promise<Side> {
  const relay = await startRelay()
  return { relay, token: (await putAdmin(relay, 'operator')).token }
}
/** A new relay for each test, and one that shares its bans of pictures 70 and 71. */
let here: Side
let there: Side
beforeAll(async () => {
  there = await open()
  for (const seed of [70, 71]) await ban(there, await picture(seed))
  await call(there, 'bans/share', { shared: true })
}, 60_000)
afterAll(() => there.relay.close())
beforeEach(async () => {
  here = await open()
})
afterEach(() => here.relay.close())

const call = (side: Side, path: string, body?: unknown) =>
  side.relay.call(`/api/files/${path}`, { token: side.token, ...(body !== undefined && { body }) })

async function ban(side: Side, bytes: Buffer) {
  expect(await send(side, bytes)).toBe(201)
  const hash = sha256(bytes)
  const { status } = await call(side, 'bans', { hashes: [hash], near: hash, reason: 'Sent by Mallory' })
  expect(status).toBe(200)
}

async function send({ relay }: Side, bytes: Buffer) {
  const headers = { authorization: uploader.header('upload', [sha256(bytes)]), 'content-type': 'image/jpeg' }
  const answer = await fetch(`${relay.publicUrl.replace('ws', 'http')}/upload`, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers,
  })
  await relay.context.media.thumbnails.settled()
  return answer.status
}

async function listOf({ relay }: Side): Promise<Event[]> {
  const client = await RawClient.connect(relay.publicUrl)
  const ids = { kinds: [hashListKind], limit: 10 }
  client.say('REQ', 'list', ids)
  await client.hear('EOSE', 'list')
  client.close()
  return client.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [event as Event] : []))
}

it('shares what is banned as an event that follows each ban, without reasons, and takes it back', async () => {
  const [one, other] = [await picture(70), await picture(71)]
  await ban(here, one)
  expect(await listOf(here)).toEqual([])
  expect((await call(here, 'bans/share', { shared: true })).body).toMatchObject({ events: 1, hashes: 2 })
  const [first] = await listOf(here)
  expect(first?.tags.map(([name]) => name)).toEqual(['d', 'x', 'pdq'])
  expect(JSON.stringify(first)).not.toContain('Mallory')
  await ban(here, other)
  await here.relay.context.media.manager.hashLists.settled()
  const [second, ...more] = await listOf(here)
  expect(more).toEqual([])
  const files = second?.tags.flatMap(([name, hash]) => (name === 'x' ? [hash] : [])).toSorted()
  expect(files).toEqual([sha256(one), sha256(other)].toSorted())
  expect((await call(here, 'bans/share', { shared: false })).body).toMatchObject({ events: 0, hashes: 0 })
  expect(await listOf(here)).toEqual([])
})

it('imports the list of another relay: refuses its files and images that look the same, and no others', async () => {
  const [event] = await listOf(there)
  const body = { relay: there.relay.publicUrl, pubkey: event?.pubkey, reason: 'From there' }
  const copy = await picture(70, { width: 320, quality: 55 })
  expect((await call(here, 'bans/fetch', body)).body).toEqual({ banned: 4, deleted: 0, refused: [] })
  expect([await send(here, await picture(71)), await send(here, copy), await send(here, await picture(72))]).toEqual([
    403, 403, 201,
  ])
  expect((await call(here, 'bans/images')).body).toMatchObject({ lists: [{ reason: 'From there', hashes: 2 }] })
})

it('imports an event as text only with its signature, and only of that kind', async () => {
  const [event] = (await listOf(there)) as [Event]
  const forged = { ...event, tags: [...event.tags, ['x', 'a'.repeat(64)]] }
  const importing = (text: unknown) => call(here, 'bans/import', { text: JSON.stringify(text), reason: 'Text' })
  expect((await importing([forged, { ...event, kind: 1 }, { sig: 1 }])).body).toMatchObject({
    banned: 0,
    refused: [{ line: 1 }, { line: 2 }, { line: 3 }],
  })
  for (const banned of [4, 0]) expect((await importing(event)).body).toMatchObject({ banned, refused: [] })
})

it('says why the list of another relay cannot be imported', async () => {
  const { publicUrl } = there.relay
  const fetching = (relay: string, pubkey: string) => call(here, 'bans/fetch', { relay, pubkey, reason: 'None' })
  expect((await fetching(publicUrl, stranger)).body).toMatchObject({ error: fileMessages.listMissing })
  expect((await fetching('ws://127.0.0.1:9', stranger)).status).toBe(502)
  expect((await fetching('https://example.com', stranger)).body).toMatchObject({ error: fileMessages.listAddress })
})
