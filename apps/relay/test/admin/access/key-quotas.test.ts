import { rm } from 'node:fs/promises'
import type { NostrEvent } from 'nostr-tools'
import { expect, test } from 'vitest'
import { makeDataDir, newOperator, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'

const none = { events_day: null, files_day: null, files_total: null }

test('limits the events and files that one key stores, and of no other, from the next one on and after a restart, and takes it back (PEOPLE-05)', async () => {
  const dataDir = await makeDataDir()
  let relay = await startRelay({ dataDir })
  const { token, operator: owner } = await relay.signedIn()
  const moderator = await putAdmin(relay, 'moderator')
  const [author, other] = [person(), person()]
  const set = (pubkey: string, quota: object, by = moderator.token) =>
    relay.call(`/api/people/${pubkey}/quota`, { token: by, method: 'PUT', body: { ...none, ...quota } })
  const quotaOf = async () => (await relay.call(`/api/people/${author.pubkey}`, { token })).body.quota

  async function write(characters: number, by = author): Promise<string> {
    const client = await RawClient.connect(relay.publicUrl)
    const created_at = Math.floor(Date.now() / 1000)
    const event = await by.signer({ kind: 1, created_at, tags: [], content: 'x'.repeat(characters) })
    const { accepted, message } = await client.publish(JSON.parse(JSON.stringify(event)) as NostrEvent)
    client.close()
    return accepted ? 'taken' : message
  }
  async function upload(size: number, by = author): Promise<string> {
    const bytes = png(size)
    const headers = { authorization: by.header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
    const url = `${relay.publicUrl.replace('ws', 'http')}/upload`
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    return answer.ok ? 'taken' : `${answer.status} ${answer.headers.get('x-reason')}`
  }

  expect([await write(1500), await upload(1500)]).toEqual(['taken', 'taken'])
  const quota = { events_day: 4000, files_day: 4000, files_total: null }
  expect((await set(author.pubkey, { ...quota, reason: 'a test' })).body).toEqual({ quota })
  expect(await write(2500)).toMatch(/^rate-limited: this key has used its/)
  expect(await upload(3000)).toMatch(/^429 this key can upload/)
  expect([await write(5000, other), await upload(5000, other)]).toEqual(['taken', 'taken'])
  expect([await write(500), await upload(500)]).toEqual(['taken', 'taken'])
  expect((await set(author.pubkey, { files_total: 3000 })).body).toMatchObject({ quota: { files_total: 3000 } })
  expect(await upload(1500)).toMatch(/^403 restricted: this key can keep 2.93 KB of files here; .* is 500 bytes over/)
  expect(await upload(900)).toBe('taken')

  await relay.close()
  relay = await startRelay({ dataDir })
  expect(await quotaOf()).toEqual({ ...none, files_total: 3000 })
  expect(await upload(200)).toMatch(/^403 restricted: this key/)

  const changes = (await relay.call('/api/access/changes', { token })).body.changes
  expect(changes[0]).toMatchObject({ action: 'people.quota', target: author.pubkey, can_undo: true })
  await relay.call(`/api/access/changes/${changes[0].id}/undo`, { token, body: {} })
  expect(await quotaOf()).toEqual(quota)
  expect(await upload(200)).toBe('taken')
  expect((await set(author.pubkey, none)).body).toEqual({ quota: null })
  expect([await quotaOf(), await write(5000), await upload(5000)]).toEqual([null, 'taken', 'taken'])

  const { decisions } = (await relay.call(`/api/people/${author.pubkey}`, { token })).body
  expect(decisions.at(-1)).toMatchObject({ action: 'people.quota', reason: 'a test', by: moderator.operator.pubkey })
  expect((await set(owner.pubkey, { events_day: 0 })).status).toBe(409)
  for (const wrong of [-1, 0.5, 2 ** 51, 'much'])
    expect([wrong, (await set(author.pubkey, { events_day: wrong })).status]).toEqual([wrong, 400])
  const viewer = await putAdmin(relay, 'viewer')
  expect((await set(newOperator().pubkey, { events_day: 0 }, viewer.token)).status).toBe(403)
  await relay.close()
  await rm(dataDir, { recursive: true })
})
