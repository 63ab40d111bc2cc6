import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { person, png, sha256 } from '../media/media-world.ts'

let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ operator, token } = await relay.signedIn())
})
afterAll(() => relay.close())

const block = () => relay.call('/api/blocked-pubkeys', { token, body: { pubkey: newOperator().pubkey, reason: '' } })
const publicUrl = () => relay.publicUrl.replace('ws', 'http')

/** As `sqlite3 admin.db 'BEGIN IMMEDIATE'` in another process does. */
function lock(file: string) {
  const other = new DatabaseSync(join(relay.dataDir, file))
  other.exec('BEGIN IMMEDIATE')
  return () => {
    other.exec('ROLLBACK')
    other.close()
  }
}

/** How many other calls are answered while the work is pending. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  let answers = 0
  while (!isOver) {
    const [console, document] = await Promise.all([
      relay.call('/api/blocked-pubkeys', { token }),
      fetch(publicUrl(), { headers: { accept: 'application/nostr+json' } }),
    ])
    expect([console.status, document.status]).toEqual([200, 200])
    answers++
  }
  return answers
}

it('refuses changes clearly while another process locks admin.db, and serves everything else', async () => {
  const letGo = lock('admin.db')
  const refused = block()
  expect(await answersDuring(refused)).toBeGreaterThan(10)
  const { status, body, headers } = await refused
  expect([status, body.code, body.error]).toEqual([503, 'unavailable', expect.stringContaining('locked the database')])
  expect(headers.get('retry-after')).not.toBeNull()
  expect((await relay.call('/api/status', { token })).body.troubles).toEqual([
    { kind: 'database_locked', file: 'admin.db' },
  ])
  const wrong = { npub: operator.pubkey, password: 'Wrong-Horse-7' }
  expect((await relay.call('/login', { body: wrong })).status).toBe(401)
  letGo()
  expect((await block()).status).toBe(200)
  expect((await relay.call('/api/status', { token })).body.troubles).toBeUndefined()
})

it('completes a change that arrives shortly before the lock ends', async () => {
  const letGo = lock('admin.db')
  const changed = block()
  await relay.call('/health')
  letGo()
  expect((await changed).status).toBe(200)
})

it('lets an upload wait for relay.db without delaying others', async () => {
  const alice = person()
  const file = png(100)
  const put = () =>
    fetch(`${publicUrl()}/upload`, {
      method: 'PUT',
      body: file as Uint8Array<ArrayBuffer>,
      headers: { authorization: alice.header('upload', [sha256(file)]) },
    })
  const letGo = lock('relay.db')
  const refused = put()
  expect(await answersDuring(refused)).toBeGreaterThan(10)
  expect((await refused).status).toBe(503)
  letGo()
  expect((await put()).status).toBe(201)
})
