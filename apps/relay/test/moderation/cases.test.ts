import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { auditOf, putAdmin } from '../support/people.ts'
import { signer } from '../support/signer.ts'
import { block, flag, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
let moderator: Awaited<ReturnType<typeof putAdmin>>
const minute = 60_000
type Author = ReturnType<typeof signer>
type Row = Record<string, never> & { id: number; event_id: string; pubkey: string }

beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  await signIn()
})

/** Sessions end with the days. */
async function signIn() {
  await world.signIn()
  moderator = await putAdmin(world.relay, 'moderator', { firstName: 'Mo' })
}

async function publish(by: Author, draft: { kind?: number; content?: string; tags?: string[][] } = {}) {
  const event = by.sign({ content: `note ${Math.random()}`, ...draft, created_at: Math.floor(world.nowMs / 1000) })
  await world.send(event)
  return event
}
async function settled() {
  await world.relay.context.reports.settled()
  await world.relay.context.cases.settle()
}
async function report(event: { id: string; pubkey: string }, type = 'spam', by = signer(), content = '') {
  const tags = [
    ['e', event.id, type],
    ['p', event.pubkey],
  ]
  await publish(by, { kind: 1984, content, tags })
  await settled()
  return by
}
const call = (
  path: string,
  { token = moderator.token, ...more }: { token?: string | undefined; body?: unknown; method?: string } = {},
) => world.relay.call(`/api/cases${path}`, { token, ...more })
const queue = async (query = '', token = moderator.token): Promise<Row[]> =>
  (await call(`?limit=500${query}`, { token })).body.cases
const caseOf = async (id: string) => {
  const found = (await queue()).find(({ event_id, pubkey }) => event_id === id || (event_id === '' && pubkey === id))
  return found ?? expect.fail(`no open case of ${id}`)
}
const give = async (cases: number[], verdict: string, { token, reason }: { reason?: string; token?: string } = {}) =>
  (await call('/verdicts', { token, body: { cases, verdict, reason } })).body
const undo = (id: number) => call(`/verdicts/${id}/undo`, { body: {} })
const isStored = async (id: string) => (await world.relay.context.events.find(id)) !== null

describe('statistics', () => {
  it("count verdicts by cause, the time to them, and the judge's false alarms, without what was undone (INBOX-07)", async () => {
    const shared = world
    world = await openModerationWorld()
    onTestFinished(async () => {
      await world.close()
      world = shared
    })
    await signIn()
    // Two days: verdicts are given over an hour, perhaps across midnight.
    const numbers = async (days = 2) => (await call(`/statistics?days=${days}`)).body
    const none = { verdicts: [], time: { count: 0, median: null, p90: null }, alarms: [] }
    expect(await numbers()).toEqual(none)
    world.answer = () => ({ status: 200, body: flag })
    const flagged = [await world.post(), await world.post()]
    await world.judged()
    world.answer = () => ({ status: 200, body: { ...flag, confidence: 0.8 } })
    flagged.push(await world.post())
    await world.judged()
    await settled()
    const ids = await Promise.all(flagged.map(async ({ event }) => (await caseOf(event.id)).id))
    world.nowMs += 10 * minute
    await give(ids.slice(0, 2), 'dismiss')
    world.nowMs += 50 * minute
    await give(ids.slice(2), 'delete')
    const event = await publish(signer())
    await report(event)
    await undo((await give([(await caseOf(event.id)).id], 'delete')).id)
    await give([(await caseOf(event.id)).id], 'warn', { reason: 'mild' })
    const { verdicts, time, alarms } = await numbers()
    expect(verdicts).toEqual([
      { cause: 'report', verdict: 'warn', count: 1 },
      { cause: 'judge', verdict: 'dismiss', count: 2 },
      { cause: 'judge', verdict: 'delete', count: 1 },
    ])
    expect(time.count).toBe(4)
    expect(time.median / 600).toBeCloseTo(1, 1)
    expect(Math.abs(time.p90 / 3600 - 1)).toBeLessThan(0.06)
    expect([alarms.length, alarms[0]]).toEqual([17, { threshold: 0, decided: 3, dismissed: 2 }])
    expect(alarms.slice(12, 14)).toEqual([
      { threshold: 0.6, decided: 3, dismissed: 2 },
      { threshold: 0.65, decided: 1, dismissed: 0 },
    ])
    world.nowMs += 2 * 1440 * minute
    await signIn()
    expect([await numbers(), (await numbers(4)).verdicts]).toEqual([none, verdicts])
  })
})

describe('cases', () => {
  it('INBOX-01: are one for each thing, from reports of events, keys and files, labels, words, the judge and disputes, with what brought them up', async () => {
    const author = signer()
    const [reported, labelled] = [await publish(author), await publish(author)]
    await report(reported, 'spam')
    await report(reported, 'spam')
    const label = ({ id, pubkey }: { id: string; pubkey: string }, ...names: string[]) =>
      publish(signer(), {
        kind: 1985,
        tags: [
          ['L', 'x'],
          ['l', ...names],
          ['e', id],
          ['p', pubkey],
        ],
      })
    await label(labelled, 'nsfw', 'content-warning')
    // A language is no reason to look.
    await label(reported, 'en', 'ISO-639-1')
    await publish(signer(), { kind: 1984, tags: [['p', author.pubkey, 'impersonation']] })
    const worded = await publish(signer(), { content: 'come to the casino' })
    await world.call('/api/access/words', { entries: [{ value: 'casino' }] })
    await world.relay.context.wordCases.settled()
    world.answer = () => ({ status: 200, body: flag })
    const { event: flagged, hash } = await world.post()
    await world.judged()
    // BUD-09: a file by its hash, also without an event.
    const { status } = await fetch(new URL('/report', world.relay.publicUrl.replace(/^ws/, 'http')), {
      method: 'PUT',
      body: JSON.stringify(signer().sign({ kind: 1984, tags: [['x', hash, 'malware']] })),
    })
    expect(status).toBe(200)
    world.answer = () => ({ status: 200, body: block })
    const { author: disputer, event: blocked } = await world.post()
    await world.judged()
    const [ticket = ''] = await world.read({ kinds: [19_841], '#p': [disputer.pubkey] }, disputer)
    await world.send(disputer.sign({ kind: 19_842, tags: [['e', ticket]] }))
    await world.relay.context.judges.images.settled()
    await settled()
    expect((await queue()).filter(one => one.cause === 'file')).toMatchObject([{ file_hash: hash, type: 'malware' }])
    expect(await caseOf(blocked.id)).toMatchObject({ cause: 'appeal' })
    expect(await caseOf(reported.id)).toMatchObject({ cause: 'report', type: 'spam', reporters: 2, weight: 2 })
    expect(await caseOf(labelled.id)).toMatchObject({ cause: 'label', type: 'nudity', reporters: 1, weight: 1 })
    expect(await caseOf(author.pubkey)).toMatchObject({ cause: 'report', type: 'impersonation', event_id: '' })
    expect(await queue(`&about=${author.pubkey}`)).toEqual([await caseOf(author.pubkey)])
    expect(await caseOf(flagged.id)).toMatchObject({ cause: 'judge', type: expect.stringContaining('partial nudity') })
    expect(await caseOf(worded.id)).toMatchObject({ cause: 'word', type: 'word', reporters: 1 })
    expect((await call('')).body.counts).toMatchObject({ open: (await queue()).length, escalated: 0 })
  })
})

describe('weight and order', () => {
  it('weighs reporters by their status, leaves out blocked keys, and puts weight times time first (INBOX-02)', async () => {
    const [light, heavy, blockedOnly] = [await publish(signer()), await publish(signer()), await publish(signer())]
    await report(light)
    world.nowMs += 10 * minute
    const trusted = signer()
    await world.call('/api/access/allowed-pubkeys', { entries: [{ value: trusted.pubkey }] })
    await report(heavy, 'spam', trusted)
    const villain = await report(heavy, 'spam')
    await report(blockedOnly, 'spam', villain)
    expect(await caseOf(heavy.id)).toMatchObject({ weight: 4, reporters: 2 })
    expect(await caseOf(light.id)).toMatchObject({ weight: 1, reporters: 1 })
    const order = async () => {
      const ids = (await queue()).map(({ event_id }) => event_id)
      return ids.indexOf(heavy.id) < ids.indexOf(light.id)
    }
    // 1 × 11 minutes are more than 4 × 1, but 1 × 16 are less than 4 × 6.
    expect(await order()).toBe(false)
    world.nowMs += 5 * minute
    expect(await order()).toBe(true)
    await world.call('/api/blocked-pubkeys', { pubkey: villain.pubkey, reason: 'flood' })
    await settled()
    expect(await caseOf(heavy.id)).toMatchObject({ weight: 3, reporters: 1 })
    expect((await queue()).some(({ event_id }) => event_id === blockedOnly.id)).toBe(false)
    await world.call(`/api/blocked-pubkeys/${villain.pubkey}`, undefined, 'DELETE')
    await settled()
    expect(await caseOf(blockedOnly.id)).toMatchObject({ weight: 1, reporters: 1 })
  })
})

describe('verdicts', () => {
  it('dismisses: the event is served and its reports are dismissed, until it is undone or another key reports it (INBOX-03, REPORT-05)', async () => {
    const event = await publish(signer())
    await report(event)
    const { id, opened_at } = await caseOf(event.id)
    const given = await give([id], 'dismiss', { reason: 'a joke' })
    expect(given).toEqual({ id: expect.any(Number), decided: 1, refused: [] })
    expect((await queue()).some(one => one.id === id)).toBe(false)
    // Whoever opens it from a notification finds it still.
    expect(await queue(`&about=${event.id}`)).toMatchObject([{ id, verdict: 'dismiss' }])
    expect(await give([id], 'delete')).toMatchObject({
      id: null,
      refused: [{ id, error: 'This case is already decided' }],
    })
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    const { notifications } = (await world.call('/api/reports/notifications?limit=100')).body
    const dismissed = { event_id: event.id, is_read: true, resolution: 'dismissed' }
    expect(notifications).toContainEqual(expect.objectContaining(dismissed))
    expect((await undo(given.id)).body).toEqual({ undone: 1 })
    expect(await caseOf(event.id)).toMatchObject({ id, opened_at })
    expect((await undo(given.id)).status).toBe(404)
    await give([id], 'dismiss')
    await report(event)
    expect(await caseOf(event.id)).toMatchObject({ id, reporters: 2 })
  })

  it('deletes and blocks, and the undo brings back the event and its author (INBOX-03, REPORT-07)', async () => {
    const author = signer()
    const event = await publish(author)
    await report(event)
    const { id } = await caseOf(event.id)
    const given = await give([id], 'delete_and_block', { reason: 'a scam' })
    expect(await isStored(event.id)).toBe(false)
    expect(await world.relay.context.access.blockOf(author.pubkey)).toMatchObject({ reason: 'a scam' })
    expect((await undo(given.id)).status).toBe(200)
    expect(await isStored(event.id)).toBe(true)
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    expect(world.relay.context.access.isBlocked(author.pubkey)).toBe(false)
    expect(await caseOf(event.id)).toMatchObject({ id })
    expect(await auditOf(world.relay, 'cases.undo')).toContainEqual(expect.objectContaining({ target: event.id }))
  })

  it('undoes a verdict within seven days, and not later (INBOX-03)', async () => {
    const [early, late] = [await publish(signer()), await publish(signer())]
    await report(early)
    await report(late)
    const ids = [await caseOf(early.id), await caseOf(late.id)].map(({ id }) => id)
    const [first, second] = [await give([ids[0] ?? 0], 'delete'), await give([ids[1] ?? 0], 'delete')]
    world.nowMs += 7 * 86_400_000 - minute
    await world.relay.context.caseVerdicts.round()
    await signIn()
    expect((await undo(first.id)).status).toBe(200)
    world.nowMs += 2 * minute
    await world.relay.context.caseVerdicts.round()
    expect((await undo(second.id)).status).toBe(404)
    expect([await isStored(early.id), await isStored(late.id)]).toEqual([true, false])
  })

  it('decides all cases of one reporter in one call, and undoes them in one (INBOX-03)', async () => {
    const reporter = signer()
    const events = [await publish(signer()), await publish(signer()), await publish(signer())]
    for (const event of events) await report(event, 'spam', reporter)
    const ids = (await queue(`&reporter=${reporter.pubkey}`)).map(({ id }) => id)
    expect(ids).toHaveLength(3)
    const given = await give(ids, 'delete')
    expect(given.decided).toBe(3)
    expect(await queue(`&reporter=${reporter.pubkey}`)).toEqual([])
    expect((await undo(given.id)).body).toEqual({ undone: 3 })
    expect(await Promise.all(events.map(({ id }) => isStored(id)))).toEqual([true, true, true])
  })

  it('warns the author from the relay, a minute later, unless it is undone before (INBOX-03)', async () => {
    const [warned, spared] = [signer(), signer()]
    const events = [await publish(warned), await publish(spared)]
    for (const event of events) await report(event)
    const [one, other] = [await caseOf(events[0]?.id ?? ''), await caseOf(events[1]?.id ?? '')]
    expect((await call('/verdicts', { body: { cases: [one.id], verdict: 'warn' } })).status).toBe(400)
    await give([one.id], 'warn', { reason: 'Please mark such images.' })
    await undo((await give([other.id], 'warn', { reason: 'Please mark such images.' })).id)
    const wraps = async (of: Author) => (await world.read({ kinds: [1059], '#p': [of.pubkey] }, of)).length
    world.nowMs += 59_000
    await world.relay.context.caseVerdicts.round()
    expect(await wraps(warned)).toBe(0)
    world.nowMs += 2000
    await world.relay.context.caseVerdicts.round()
    await world.relay.context.caseVerdicts.round()
    expect([await wraps(warned), await wraps(spared)]).toEqual([1, 0])
    expect(await isStored(events[0]?.id ?? '')).toBe(true)
  })

  it('answers an appeal, and takes the answer back when the verdict is undone (INBOX-03)', async () => {
    world.answer = () => ({ status: 200, body: block })
    const { author, event, hash } = await world.post()
    await world.judged()
    const [ticket = ''] = await world.read({ kinds: [19_841], '#p': [author.pubkey] }, author)
    const dispute = author.sign({ kind: 19_842, tags: [['e', ticket]] })
    await world.send(dispute)
    await world.relay.context.judges.images.settled()
    await settled()
    const { id } = await caseOf(event.id)
    expect(await caseOf(event.id)).toMatchObject({ cause: 'appeal', weight: 10 })
    const answers = () => world.read({ kinds: [19_843], '#e': [dispute.id] }, author)
    const given = await give([id], 'dismiss')
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
    expect(await answers()).toHaveLength(1)
    await undo(given.id)
    expect(await world.read({ ids: [event.id] })).toEqual([])
    expect(await answers()).toEqual([])
    expect(await caseOf(event.id)).toMatchObject({ cause: 'appeal' })
    const deleted = await give([id], 'delete')
    expect([await isStored(event.id), (await answers()).length]).toEqual([false, 1])
    await undo(deleted.id)
    expect([await isStored(event.id), await world.read({ ids: [event.id] })]).toEqual([true, []])
    // The file is a case of its own, of the same image.
    const images = (await call(`/${id}`)).body.images
    expect(images).toEqual([{ hash, open: 2 }])
    const ids = (await queue(`&image=${hash}`)).map(one => one.id)
    expect((await give(ids, 'dismiss')).decided).toBe(2)
    expect(await world.read({ ids: [event.id] })).toEqual([event.id])
  })
})

describe('moderators', () => {
  it('INBOX-05: see a case in its thread, with reporters, history and what was decided on the same image', async () => {
    const [author, friend] = [signer(), signer()]
    await publish(author, { kind: 0, content: JSON.stringify({ name: '<b>Eve</b>' }) })
    const parent = await publish(friend, { content: 'what is new?' })
    const image = `https://x.example/${'a'.repeat(64)}.png`
    const event = await publish(author, { content: `this ${image}`, tags: [['e', parent.id, '', 'reply']] })
    const reply = await publish(friend, { content: 'oh no', tags: [['e', event.id, '', 'reply']] })
    const [again, earlier] = [await publish(signer(), { content: `see ${image}` }), await publish(author)]
    const reporter = await report(event, 'nudity', signer(), 'look <script>')
    await report(again, 'nudity', reporter)
    await report(earlier, 'nudity')
    await give([(await caseOf(again.id)).id], 'delete', { reason: 'not here' })
    await give([(await caseOf(earlier.id)).id], 'dismiss', { reason: 'fine' })
    await world.call('/api/access/allowed-pubkeys', { entries: [{ value: author.pubkey, reason: 'writes well' }] })
    const { id } = await caseOf(event.id)
    expect((await call(`/${id}`)).body).toMatchObject({
      case: { id, name: '<b>Eve</b>', type: 'nudity' },
      event: { id: event.id },
      parent: { id: parent.id },
      replies: [{ id: reply.id }],
      can_warn: true,
      reporters: [{ pubkey: reporter.pubkey, text: 'look <script>', status: [], cases: 2 }],
      person_verdicts: [{ verdict: 'dismiss', reason: 'fine', by_name: 'Mo' }],
      image_verdicts: [{ verdict: 'delete', reason: 'not here', by_name: 'Mo' }],
      decisions: [{ reason: 'writes well' }],
    })
    expect((await call('/999999')).status).toBe(404)
    const { opened_at } = await caseOf(event.id)
    expect(opened_at).toBe(new Date(world.nowMs).toISOString())
    world.nowMs += 5 * minute
    await report(event)
    world.nowMs += minute
    expect(await caseOf(event.id)).toMatchObject({ id, opened_at, reporters: 2 })
  })

  it('INBOX-05: do not collide: a case that one of them works on is refused to others until released or half an hour later', async () => {
    const event = await publish(signer())
    await report(event)
    const { id } = await caseOf(event.id)
    const second = await putAdmin(world.relay, 'moderator', { firstName: 'Second' })
    const hold = (token: string, keep: boolean) => call(`/${id}/hold`, { token, body: { hold: keep } })
    expect((await hold(moderator.token, true)).body).toMatchObject({ held_by_name: 'Mo' })
    expect((await queue('', second.token)).find(one => one.id === id)).toMatchObject({ held_by_name: 'Mo' })
    expect((await hold(second.token, true)).status).toBe(409)
    expect(await give([id], 'dismiss', { token: second.token })).toMatchObject({
      decided: 0,
      refused: [{ id, error: 'Somebody else is working on this case' }],
    })
    world.nowMs += 30 * minute + 1000
    expect((await hold(second.token, true)).body).toMatchObject({ held_by_name: 'Second' })
    await hold(second.token, false)
    expect((await give([id], 'dismiss')).decided).toBe(1)
    expect((await call(`/${id}`)).body.verdicts).toMatchObject([{ verdict: 'dismiss', by_name: 'Mo' }])
  })

  it('leave a case to operators, who alone then see and decide it, until that is undone (INBOX-03)', async () => {
    const event = await publish(signer())
    await report(event)
    const { id } = await caseOf(event.id)
    const given = await give([id], 'escalate', { reason: 'the law?' })
    expect((await queue()).some(one => one.id === id)).toBe(false)
    expect(await queue('&escalated=1')).toMatchObject([{ id, is_escalated: true }])
    expect((await call('')).body.counts.escalated).toBe(1)
    expect(await give([id], 'dismiss')).toMatchObject({
      refused: [{ error: 'This case is left to operators and owners' }],
    })
    expect((await queue('', world.token)).some(one => one.id === id)).toBe(true)
    await undo(given.id)
    expect(await caseOf(event.id)).toMatchObject({ id, is_escalated: false })
  })

  it('INBOX-05: share templates of reasons', async () => {
    const put = (reasons: string[]) => call('/reasons', { method: 'PUT', body: { reasons } })
    expect((await put(['Spam', '<i>Scam</i>'])).status).toBe(200)
    expect((await call('/reasons')).body).toEqual({ reasons: ['Spam', '<i>Scam</i>'] })
    expect((await put([''])).status).toBe(400)
    expect((await put(Array(21).fill('x'))).status).toBe(400)
  })

  it('see nothing of it as viewers', async () => {
    const viewer = await putAdmin(world.relay, 'viewer')
    const calls = [call('', viewer), call('/1', viewer), call('/reasons', viewer), call('/statistics', viewer)]
    const posts = ['/verdicts', '/verdicts/1/undo', '/1/hold'].map(path => call(path, { ...viewer, body: {} }))
    const put = call('/reasons', { token: viewer.token, method: 'PUT', body: { reasons: [] } })
    const answers = await Promise.all([...calls, ...posts, put])
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(403))
  })
})
