import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MovedThingReport } from '@hornets/contract/admin/events/moved-things'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, newOperator, type Relay, startRelay } from '../../harness.ts'
import { idsOf } from '../../support/drafts.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { signer } from '../../support/signer.ts'
import { type OldFile, type OldServerContent, openOldServer } from './old-server.ts'
import { writeOldStatistics } from './old-statistics.ts'

const start = 1_795_400_000
const there = newOperator()
const author = signer()
const oldRelay = signer()
const payer = signer()
const told = signer()
const [blocked, readOnly, unnamed] = [signer().pubkey, signer().pubkey, signer().pubkey]
const allowed = Array.from({ length: 130 }, () => signer().pubkey)

let relay: Relay
let token: string
beforeEach(async () => {
  relay = await startRelay({ now: () => start * 1000 })
  ;({ token } = await relay.signedIn())
})
afterEach(() => relay.close())

const fileOf = (text: string, more: Partial<OldFile> = {}): OldFile => {
  const content = Buffer.from(text)
  const hash = createHash('sha256').update(content).digest('hex')
  return { hash, name: `${text}.txt`, mime: 'text/plain', content, ...more }
}
const announced = ({ hash }: OldFile) => author.sign({ kind: 117, tags: [['blossom_hash', hash]], content: '' })

const files = [
  fileOf('first'),
  fileOf('second'),
  fileOf('unlisted', { isUnlisted: true }),
  fileOf('gone', { isGone: true }),
  { ...fileOf('forged'), hash: '1'.repeat(64) },
  { ...fileOf('a tree'), hash: 'bafireig' },
  fileOf('of nobody'),
]
const [first, second, unlisted, gone, forged, , ofNobody] = files as [
  OldFile,
  OldFile,
  OldFile,
  OldFile,
  OldFile,
  OldFile,
  OldFile,
]
const notes = Array.from({ length: 1200 }, (_, at) => author.sign({ content: `${at}`, created_at: start - 5000 + at }))
const subscription = (end: number, of = told.pubkey, by = oldRelay) =>
  by.sign({
    kind: 11888,
    tags: [
      ['p', of],
      ['relay_bitcoin_address', 'bc1q6mcjxhxjdy2uzr4yz7vlxtxmfq0hzhs2m2r8sf'],
      ['storage', '5', '1073741824', '0'],
      ['credit', '321'],
      ['active_subscription', 'Starter', String(end)],
    ],
  })
const content: OldServerContent = {
  operator: there,
  relayKey: oldRelay.pubkey,
  files,
  events: [
    ...notes,
    ...[first, second, unlisted, gone, forged].map(announced),
    subscription(start + 10 * 86_400),
    // Anybody can claim to be one.
    subscription(start + 900 * 86_400, author.pubkey, author),
  ],
  blocked: [
    { pubkey: `blocked_pubkey:${blocked}`, reason: 'spam', blocked_at: '2026-11-22T08:04:11Z' },
    { pubkey: 'blocked_pubkey:xyz', reason: '', blocked_at: '2026-11-22T08:04:11Z' },
  ],
  allowed: [...allowed.map(npub => ({ npub, tier: 'basic' })), { npub: readOnly, tier: 'basic', read_only: true }],
  paying: [{ pubkey: payer.pubkey }, { pubkey: unnamed }],
}

type Old = Awaited<ReturnType<typeof openOldServer>>
async function look(old: Pick<Old, 'url'>, by = token) {
  const begun = await relay.call('/api/moves/sign-in', {
    body: { url: old.url, npub: there.pubkey, password: there.password },
    token: by,
  })
  if (begun.status !== 200) return begun
  return relay.call('/api/moves/look', {
    body: { url: old.url, event: answerTo(begun.body.event, there).event },
    token: by,
  })
}
const latest = async (): Promise<Transfer> => {
  await relay.context.transfers.transfers.settled()
  return (await relay.call('/api/events/transfers', { token })).body.transfers[0]
}
const begin = (visit: string, things: readonly string[]) => relay.call('/api/moves', { body: { visit, things }, token })
const thing = ({ things }: Transfer, name: string) => things?.find(one => one.thing === name) as MovedThingReport
const causes = ({ left_out }: MovedThingReport) =>
  Object.fromEntries(left_out.map(({ cause, count }) => [cause, count]))

describe('moving here from a server of the family', () => {
  it('says what there is without taking anything, and keeps the token secret', async () => {
    const old = await openOldServer('2026-04', content)
    const { status, body } = await look(old)
    expect([status, body.found]).toEqual([
      200,
      {
        dialect: '2026-04',
        name: 'HORNETS',
        relay: old.relay,
        counts: { settings: expect.any(Number), access: 133, subscribers: 2, events: expect.any(Number), files: 6 },
      },
    ])
    expect(await idsOf(relay.context.events, [{ authors: [author.pubkey] }])).toEqual([])
    expect(JSON.stringify(body)).not.toContain([...old.tokens][0])
    await old.close()
  })

  it('takes events, files with their owners, settings, keys and subscribers, and says of each what it left out and why (FAMILY-23)', async () => {
    const old = await openOldServer('2026-04', content)
    const { visit } = (await look(old)).body
    const path = join(relay.dataDir, 'old.db')
    writeOldStatistics(path, [
      {
        npub: payer.pubkey,
        tier: '1 GB per month',
        expires: '2027-11-22 08:04:11.159+00:00',
        address: 'bc1qold',
        credit: 50,
      },
      { npub: 'npub1nobody', tier: '1 GB per month', expires: '2027-11-22 08:04:11+00:00' },
    ])
    const sent = await fetch(`${relay.adminUrl}/api/moves/${visit}/statistics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(await readFile(path)),
    })
    expect([sent.status, await sent.json()]).toEqual([200, { subscribers: 3 }])
    expect((await begin(visit, ['settings', 'access', 'subscribers', 'events', 'files'])).status).toBe(202)
    const done = await latest()
    expect(done).toMatchObject({ state: 'done', error: null, kind: 'move', source: old.url })

    expect((await idsOf(relay.context.events, [{ authors: [author.pubkey], kinds: [1] }])).toSorted()).toEqual(
      notes.map(({ id }) => id).toSorted(),
    )
    expect(thing(done, 'events').taken).toBe(1205)
    const told11888 = { kinds: [11888], authors: [oldRelay.pubkey, author.pubkey] }
    expect(await idsOf(relay.context.events, [told11888])).toEqual([])

    const info = (await relay.call('/api/settings/relay_info', { token })).body.relay_info
    expect(info.relaydescription).toBe('HORNETS relay, the home of GitNestr')
    const rules = (await relay.call('/api/relay-settings', { token })).body.relay_settings
    expect(rules.KindWhitelist).toContain('kind10051')
    expect(causes(thing(done, 'settings'))).toMatchObject({ secret: 3 })

    expect((await relay.call('/api/blocked-pubkeys', { token })).body.blocked_pubkeys).toMatchObject([
      { pubkey: blocked, reason: 'spam' },
    ])
    expect(relay.context.lists.allowedKeys()).toHaveLength(130)
    expect(causes(thing(done, 'access'))).toEqual({ invalid: 1, read_only: 1 })

    const subscriber = async (pubkey: string) =>
      (await relay.call('/api/subscribers', { token })).body.subscribers.find(
        (one: { pubkey: string }) => one.pubkey === pubkey,
      )
    expect(await subscriber(payer.pubkey)).toMatchObject({ tier: '1 GB per month', credit_sats: 50 })
    const ends = Date.parse((await subscriber(payer.pubkey)).expires_at) - Date.parse('2027-11-22T08:04:11.159Z')
    expect([ends >= 0, ends < 86_400_000]).toEqual([true, true])
    expect(await subscriber(told.pubkey)).toMatchObject({ credit_sats: 321, tier: '1 GB per month' })
    expect(await subscriber(author.pubkey)).toBeUndefined()
    expect(causes(thing(done, 'subscribers'))).toEqual({ invalid: 1, not_given: 1 })

    const stored = await Promise.all(files.map(({ hash }) => relay.context.media.service.find(hash).catch(() => null)))
    expect(stored.map(file => file !== null)).toEqual([true, true, true, false, false, false, true])
    const ownerOf = (hash: string, pubkey: string) => relay.context.media.brought.isOwned(hash, pubkey)
    expect(await ownerOf(first.hash, author.pubkey)).toBe(true)
    expect(await ownerOf(unlisted.hash, author.pubkey)).toBe(true)
    expect(await ownerOf(ofNobody.hash, relay.context.relay.pubkey())).toBe(true)
    expect(causes(thing(done, 'files'))).toEqual({ wrong_hash: 2, not_given: 1 })

    // Signed out there, and nothing of the token stays here.
    expect(old.tokens.size).toBe(0)
    const secret = old.received.find(({ token: sentToken }) => sentToken)?.token ?? 'none'
    const plans = new DatabaseSync(join(relay.dataDir, 'relay.db'), { readOnly: true })
    expect(JSON.stringify(plans.prepare('SELECT * FROM transfers').all())).not.toContain(secret)
    plans.close()
    expect(JSON.stringify(await auditOf(relay, 'moves.begin'))).not.toContain(secret)
    // Public files are fetched without it.
    expect(old.received.filter(({ call }) => call.includes('/blossom/')).every(one => one.token === undefined)).toBe(
      true,
    )

    const again = (await look(old)).body.visit
    await begin(again, ['access', 'subscribers', 'events', 'files'])
    const repeated = await latest()
    expect(['access', 'events', 'files'].map(name => thing(repeated, name).taken)).toEqual([0, 0, 0])
    expect(thing(repeated, 'subscribers').taken).toBe(0)
    expect((await subscriber(told.pubkey)).credit_sats).toBe(321)
    await old.close()
  })

  it('takes the settings of the older dialect', async () => {
    const old = await openOldServer('2025-05', { operator: there, relayKey: oldRelay.pubkey })
    const { visit, found } = (await look(old)).body
    expect([found.dialect, found.name]).toEqual(['2025-05', 'HORNETS'])
    await begin(visit, ['settings', 'access'])
    expect(await latest()).toMatchObject({ state: 'done' })
    const rules = (await relay.call('/api/relay-settings', { token })).body.relay_settings
    expect(rules).toMatchObject({ freeTierLimit: '100 MB per month', mode: 'whitelist' })
    expect(rules.KindWhitelist).toContain('kind117')
    expect(rules.subscription_tiers).toHaveLength(3)
    const info = (await relay.call('/api/settings/relay_info', { token })).body.relay_info
    expect(info.relaycontact).toBe('support@hornets.net')
    await old.close()
  })

  it('refuses operators, wrong passwords, wrong signatures and servers of other kinds', async () => {
    const old = await openOldServer('2025-05', { operator: there })
    const { token: operators } = await putAdmin(relay, 'operator')
    expect((await look(old, operators)).status).toBe(403)
    const signIn = (body: object) =>
      relay.call('/api/moves/sign-in', { body: { url: old.url, npub: there.pubkey, ...body }, token })
    const wrong = await signIn({ password: 'wrong' })
    expect([wrong.status, wrong.body.error]).toEqual([403, 'The old server refuses this key or this password'])
    const { event } = (await signIn({ password: there.password })).body
    const forged = { url: old.url, event: answerTo(event, newOperator()).event }
    expect((await relay.call('/api/moves/look', { body: forged, token })).status).toBe(403)
    expect((await begin('00000000-0000-4000-8000-000000000000', ['events'])).status).toBe(404)
    const stranger = await openOldServer('2025-05', {
      operator: there,
      answer: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>')
        return true
      },
    })
    expect((await look(stranger)).status).toBe(502)
    await Promise.all([old.close(), stranger.close()])
    expect((await look(old)).status).toBe(502)
  })
})
