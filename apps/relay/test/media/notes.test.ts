import { randomBytes } from 'node:crypto'
import type { NostrEvent } from '@hornets/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAll } from '../../src/events/read-scope.ts'
import { type Relay, startRelay } from '../harness.ts'
import { sha256 } from './media-world.ts'

const publicUrl = 'wss://relay.example'
let clock = Date.now()
let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => clock, config: { publicUrl } })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

const bee = () =>
  sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    .png()
    .toBuffer()

async function upload(bytes: Uint8Array, query: string): Promise<{ status: number; hash: string }> {
  const answer = await fetch(`${relay.adminUrl}/api/files/upload?${query}`, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
  })
  const body = (await answer.json()) as { file?: { Hash: string } }
  return { status: answer.status, hash: body.file?.Hash ?? '' }
}
const api = (path: string, body?: unknown, method?: string) =>
  relay.call(path, { token, ...(body !== undefined && { body }), ...(method && { method }) })

async function stored(kinds: readonly number[]): Promise<NostrEvent[]> {
  const found: NostrEvent[] = []
  for await (const batch of relay.context.events.query([{ kinds }], { scope: readAll }))
    for (const json of batch.texts()) found.push(JSON.parse(json))
  return found
}
async function notes(count: number): Promise<NostrEvent[]> {
  await expect.poll(async () => (await stored([1063])).length, { timeout: 5000 }).toBe(count)
  await relay.context.media.notes.settled()
  return stored([1063])
}

it('an upload with a note is published by the relay’s key, taken back with its file, and returns with it', async () => {
  const heard: NostrEvent[] = []
  const socket = new WebSocket(relay.publicUrl)
  await new Promise(open => socket.addEventListener('open', open))
  socket.addEventListener('message', ({ data }) => {
    const [type, , event] = JSON.parse(data)
    if (type === 'EVENT') heard.push(event)
  })
  socket.send(JSON.stringify(['REQ', 'files', { kinds: [1063, 5] }]))

  expect((await upload(await bee(), 'name=quiet.png')).status).toBe(200)
  const bytes = await bee()
  const { hash } = await upload(bytes, 'name=bee.png&note=1&alt=A%20bee')
  const [note] = await notes(1)
  if (!note) throw new Error('there is no note')
  expect(note.pubkey).toBe(relay.context.relay.pubkey())
  expect(note.content).toBe('A bee')
  const tags = Object.fromEntries(note.tags)
  expect(tags).toMatchObject({
    url: `https://relay.example/${hash}.${tags.m?.split('/')[1]}`,
    x: hash,
    dim: '300x200',
    alt: 'A bee',
    ox: sha256(bytes),
    thumb: `https://relay.example/thumb/${hash}.webp`,
  })
  expect(tags.blurhash).toMatch(/^[\w#$%*+,.:;=?@[\]^{|}~-]{28}$/)
  const http = relay.publicUrl.replace(/^ws/, 'http')
  const thumbnail = await fetch(`${http}/thumb/${hash}.webp`)
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])

  // Without a change there is nothing to say, also after a second upload of the same.
  await upload(bytes, 'name=bee.png&note=1&alt=A%20bee')
  expect((await notes(1)).map(({ id }) => id)).toEqual([note.id])

  await api(`/api/files/${hash}`, undefined, 'DELETE')
  expect(await notes(0)).toEqual([])
  expect((await fetch(`${http}/thumb/${hash}.webp`)).status).toBe(404)
  expect((await stored([5])).map(event => event.tags)).toEqual([
    [
      ['e', note.id],
      ['k', '1063'],
    ],
  ])
  // Within the same second: a deleted event must not come back, so it is another one.
  await api('/api/files/restore', { hashes: [hash] })
  const [again] = await notes(1)
  expect([again?.id === note.id, again?.tags]).toEqual([false, note.tags])

  // Said anew by the key that the relay has now.
  const private_key = randomBytes(32).toString('hex')
  expect((await api('/api/settings/general', { general: { private_key } })).status).toBe(200)
  await expect.poll(async () => (await stored([1063]))[0]?.pubkey).toBe(relay.context.relay.pubkey())
  expect((await notes(1))[0]?.pubkey).not.toBe(note.pubkey)

  clock += 1000
  await api(`/api/files/${hash}`, undefined, 'DELETE')
  await api('/api/files/purge', { selection: { hashes: [hash] } })
  expect(await notes(0)).toEqual([])
  await expect.poll(() => heard.map(({ kind }) => kind)).toEqual([1063, 5, 1063, 1063, 5])
  socket.close()
  const rows = await relay.context.relayDatabase.reads.selectFrom('file_notes').selectAll().execute()
  expect(rows.filter(({ due, event_id }) => due > 0 || event_id !== null)).toEqual([])
})

it('an upload of a description without a note, or of a description that is too long, is refused or says nothing', async () => {
  expect((await upload(await bee(), 'name=a.png&alt=Alone')).status).toBe(200)
  expect((await upload(await bee(), `name=a.png&note=1&alt=${'a'.repeat(1001)}`)).status).toBe(400)
  expect((await upload(await bee(), 'name=a.png&note=yes')).status).toBe(400)
  expect(await notes(0)).toEqual([])
})
