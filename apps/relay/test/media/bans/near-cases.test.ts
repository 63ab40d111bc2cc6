import { finalizeEvent, generateSecretKey } from 'nostr-tools'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { person, sha256 } from '../media-world.ts'
import { screenshot } from './bans-world.ts'

let relay: Relay
let token: string
let banned: string
const alice = person()
beforeAll(async () => {
  relay = await startRelay()
  token = (await putAdmin(relay, 'moderator')).token
  const original = await screenshot(1)
  banned = sha256(original)
  expect((await send(original)).status).toBe(201)
  await relay.context.media.thumbnails.settled()
  const ban = { hashes: [banned], reason: 'Private chat', near: banned }
  expect((await relay.call('/api/files/bans', { token, body: ban })).status).toBe(200)
}, 30_000)
afterAll(() => relay.close())

const origin = () => relay.publicUrl.replace(/^ws/, 'http')
const send = (bytes: Buffer) =>
  fetch(`${origin()}/upload`, {
    method: 'PUT',
    body: bytes as Buffer<ArrayBuffer>,
    headers: { authorization: alice.header('upload', [sha256(bytes)]), 'content-type': 'image/png' },
  })
const reportsOf = async (hash: string, filter = 'all') => {
  const { body } = await relay.call(`/api/reports/notifications?limit=100&filter=${filter}`, { token })
  return (body?.notifications ?? []).filter(({ file_hash }: { file_hash: string }) => file_hash === hash)
}
const undecided = async () =>
  (await relay.call('/api/files/similar', { token })).body.files.map(({ hash }: { hash: string }) => hash)

/** Sends a screenshot that only resembles the banned one; resolves with its hash. */
async function sendNear(seed: number): Promise<string> {
  const bytes = await screenshot(seed)
  expect((await send(bytes)).status).toBe(201)
  await relay.context.media.thumbnails.settled()
  expect(await reportsOf(sha256(bytes), 'unread')).toHaveLength(1)
  return sha256(bytes)
}

it('shows moderators a file near a banned one, but no refused copies', async () => {
  const hash = await sendNear(3)
  expect(await reportsOf(hash)).toMatchObject([
    { report_type: 'similar', report_count: 1, reporter_pubkey: relay.context.relay.pubkey(), is_read: false },
  ])
  const notices = await relay.context.adminDatabase.reads.selectFrom('notices').select('facts').execute()
  const facts = notices.map(notice => JSON.parse(notice.facts))
  expect(facts).toContainEqual({ target: `file:${hash}`, pubkey: '', type: 'similar', reporters: 1 })
  const copy = await sharp(await screenshot(1))
    .resize(400)
    .png()
    .toBuffer()
  expect((await send(copy)).status).toBe(403)
  expect(await reportsOf(sha256(copy))).toEqual([])
  expect(await undecided()).toEqual(expect.arrayContaining([hash, sha256(copy)]))
})

it('allows a file whose report is dismissed, and dismisses the report of a file that is allowed', async () => {
  const dismissed = await sendNear(4)
  const [{ id }] = await reportsOf(dismissed)
  expect((await relay.call('/api/reports/notifications/dismiss', { token, body: { id } })).status).toBe(200)
  expect(await undecided()).not.toContain(dismissed)
  const allowances = (await auditOf(relay, 'files.allow')).filter(({ target }) => target === dismissed)
  expect(allowances).toHaveLength(1)

  const allowed = await sendNear(5)
  expect((await relay.call(`/api/files/similar/${allowed}/allow`, { token, body: {} })).status).toBe(200)
  expect(await reportsOf(allowed)).toMatchObject([{ is_read: true, resolution: 'dismissed' }])
})

it('keeps the report of an allowed file that others have reported', async () => {
  const hash = await sendNear(6)
  const tags = [['x', hash, 'illegal']]
  const event = finalizeEvent(
    { kind: 1984, tags, content: '', created_at: Math.floor(Date.now() / 1000) },
    generateSecretKey(),
  )
  expect((await fetch(`${origin()}/report`, { method: 'PUT', body: JSON.stringify(event) })).status).toBe(200)
  await relay.context.reports.settled()
  expect((await relay.call(`/api/files/similar/${hash}/allow`, { token, body: {} })).status).toBe(200)
  const [report] = await reportsOf(hash, 'unread')
  expect(report).toMatchObject({ report_count: 2 })
  expect(report).not.toHaveProperty('resolution')
})
