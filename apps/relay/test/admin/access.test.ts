import { nip19 } from 'nostr-tools'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newOperator, type Relay, startRelay } from '../harness.ts'

let clock = Date.now()
let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay({ now: () => clock })
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())
beforeEach(async () => {
  const { body } = await relay.call('/api/blocked-pubkeys', { token })
  for (const { pubkey } of body.blocked_pubkeys) await unblock(pubkey)
})

const newKey = () => newOperator().pubkey
const list = async (query = '') => (await relay.call(`/api/blocked-pubkeys${query}`, { token })).body
const block = (body: unknown) => relay.call('/api/blocked-pubkeys', { token, body })
const unblock = (pubkey: string) => relay.call(`/api/blocked-pubkeys/${pubkey}`, { token, method: 'DELETE' })

describe('blocked public keys', () => {
  it('a key that is blocked already is a conflict, in whichever form it comes', async () => {
    const pubkey = newKey()
    expect((await block({ pubkey, reason: 'spam' })).status).toBe(200)
    for (const again of [pubkey, pubkey.toUpperCase(), nip19.npubEncode(pubkey)]) {
      const answer = await block({ pubkey: again })
      expect([answer.status, answer.body.error]).toEqual([409, 'This public key is blocked already'])
    }
    expect((await list()).count).toBe(1)
  })

  it('of two who block a key at the same moment one hears of the conflict', async () => {
    const pubkey = newKey()
    const answers = await Promise.all([block({ pubkey }), block({ pubkey })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('lifting a block that is not there is a 404', async () => {
    const answer = await unblock(newKey())
    expect([answer.status, answer.body.error]).toEqual([404, 'This public key is not blocked'])
  })

  it.each([
    ['a short text', 'abc'],
    ['no point on the curve', 'f'.repeat(64)],
    ['an npub with a wrong checksum', `npub1${'q'.repeat(58)}`],
    ['a number', 7],
    ['nothing', undefined],
  ])('%s is refused as a key', async (_name, pubkey) => {
    const answer = await block({ pubkey })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty('pubkey')
  })

  it('R-20: a block counts at once, is told with the key, and is lifted at once', async () => {
    const pubkey = newKey()
    const told: string[] = []
    const stop = relay.context.access.onBlocked(blocked => told.push(blocked))
    const answer = await block({ pubkey: nip19.npubEncode(pubkey), reason: ' spam ' })
    expect(answer.body.blocked).toEqual({ pubkey, reason: 'spam', blocked_at: new Date(clock).toISOString() })
    expect(answer.body.deleted_events).toBe(0)
    expect(relay.context.access.isBlocked(pubkey)).toBe(true)
    expect(told).toEqual([pubkey])
    stop()
    expect((await unblock(nip19.npubEncode(pubkey))).status).toBe(200)
    expect(relay.context.access.isBlocked(pubkey)).toBe(false)
  })

  it('lists the newest first, in pages, with the number of all', async () => {
    const keys: string[] = []
    for (let index = 0; index < 5; index++) {
      clock += 1000
      keys.unshift(newKey())
      await block({ pubkey: keys[0], reason: `reason ${index}` })
    }
    const page = await list('?limit=2&offset=1')
    expect(page.count).toBe(5)
    expect(page.blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey)).toEqual(keys.slice(1, 3))
    expect((await list()).blocked_pubkeys).toHaveLength(5)
    expect((await relay.call('/api/blocked-pubkeys?limit=0', { token })).status).toBe(400)
  })

  it('finds by part of the key, by part of the reason and by npub; wildcards are letters', async () => {
    const [one, other] = [newKey(), newKey()]
    await block({ pubkey: one, reason: 'Sells 100% fake watches' })
    await block({ pubkey: other, reason: 'insults' })
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey)
    expect(await found('FAKE')).toEqual([one])
    expect(await found('100%')).toEqual([one])
    expect(await found('_')).toEqual([])
    expect(await found(other.slice(10, 30).toUpperCase())).toEqual([other])
    expect(await found(nip19.npubEncode(other))).toEqual([other])
  })

  it('each change stands in the audit log', async () => {
    const pubkey = newKey()
    await block({ pubkey, reason: 'spam', delete_events: true })
    await unblock(pubkey)
    const reads = relay.context.adminDatabase.reads
    const rows = await reads.selectFrom('audit_log').selectAll().where('target', '=', pubkey).execute()
    expect(rows.map(({ action }) => action)).toEqual(['access.block', 'events.delete_by_author', 'access.unblock'])
  })
})
