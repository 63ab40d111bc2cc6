import { rm } from 'node:fs/promises'
import type { NostrEvent } from '@hornets/contract'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Operator, type Relay, startRelay } from '../harness.ts'
import { draft, hex, idsOf, save } from '../support/drafts.ts'
import { auditOf, putAdmin } from '../support/people.ts'

const start = 1_790_000_000
let clock = start
let relay: Relay
let token: string
let operator: Operator

const open = (dataDir?: string) => startRelay({ now: () => clock * 1000, ...(dataDir && { dataDir }) })

describe('deleting what a filter finds', () => {
  beforeEach(async () => {
    clock = start
    relay = await open()
    ;({ token, operator } = await relay.signedIn())
  })
  afterEach(() => relay.close())

  const call = (path: string, body: object = {}, by = token) => relay.call(path, { method: 'POST', body, token: by })
  const settled = () => relay.context.eventBrowser.jobs.settled()
  const jobs = async () => (await relay.call('/api/events/jobs', { token })).body.jobs
  const put = async (parts: Partial<NostrEvent>) => {
    const event = draft(parts)
    return { event, outcome: await save(relay.context.events, event) }
  }
  const fill = async (count: number) => {
    const drafts = Array.from({ length: count }, (_, at) =>
      draft({ content: `note ${at}`, created_at: start - at, tags: [['t', at % 2 ? 'spam' : 'ham']] }),
    )
    await Promise.all(drafts.map(event => save(relay.context.events, event)))
    return drafts
  }
  const counts = async () => {
    await relay.context.peopleCounter.settle()
    const { people } = (await relay.call('/api/people?sort=events', { token })).body
    const person = people.find(({ pubkey }: { pubkey: string }) => pubkey === hex('alice'))
    const { count, bytes } = (await call('/api/events/count', { filter: {} })).body
    return { count, bytes, person: [person.events, person.bytes, person.events_24h] }
  }

  it('takes either a filter or ids, and says when nothing matches (EVENTS-03)', async () => {
    expect((await call('/api/events/delete', { filter: {}, ids: [hex('a')] })).status).toBe(400)
    expect((await call('/api/events/delete', {})).status).toBe(400)
    expect((await call('/api/events/delete', { filter: { kinds: [1] } })).status).toBe(409)
  })

  it('deletes what a filter finds, or ids, in a job, and restores everything as it was (EVENTS-03)', async () => {
    const drafts = await fill(1200)
    const before = await counts()
    const { status, body } = await call('/api/events/delete', { filter: { '#t': ['spam'] } })
    expect([status, body.job.state, body.job.events]).toEqual([202, 'running', 600])
    await settled()
    expect((await counts()).count).toBe(600)
    expect((await counts()).person[0]).toBe(600)
    const spam = drafts[1] as NostrEvent
    expect((await relay.call(`/api/events/${spam.id}`, { token })).status).toBe(404)
    expect(await save(relay.context.events, spam)).toBe('deleted')
    const [deleted] = await jobs()
    expect(deleted).toMatchObject({ state: 'done', done: 600, undoable: 600 })
    expect((await auditOf(relay, 'events.delete')).map(({ target }) => target)).toEqual([`job ${deleted.id}`])

    expect((await call(`/api/events/jobs/${deleted.id}/undo`)).status).toBe(202)
    await settled()
    expect(await counts()).toEqual(before)
    expect((await jobs()).map(({ undoable, done }: { undoable: number; done: number }) => [done, undoable])).toEqual([
      [600, 0],
      [600, 0],
    ])
    expect((await call(`/api/events/jobs/${deleted.id}/undo`)).status).toBe(409)
    const ids = drafts.slice(0, 3).map(({ id }) => id)
    const byIds = await call('/api/events/delete', { ids })
    expect([byIds.status, byIds.body.job.state, byIds.body.job.events]).toEqual([202, 'running', 3])
    await settled()
    expect(await idsOf(relay.context.events, [{ ids }])).toEqual([])
    expect((await counts()).count).toBe(1197)
  })

  it('restores after a restart, for 7 days (EVENTS-09)', async () => {
    const [first, second, third] = await fill(3)
    await call('/api/events/delete', { ids: [first?.id, third?.id] })
    await call('/api/events/delete', { ids: [second?.id] })
    await settled()
    const { dataDir } = relay
    const kept = relay.context
    await relay.app.close()
    await kept.close()
    clock += 7 * 86_400 - 60
    // The trash is emptied every minute.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    relay = await open(dataDir)
    token = await relay.login(operator)
    vi.advanceTimersByTime(60_000)
    const [later, earlier] = await jobs()
    expect([earlier.undoable, later.undoable]).toEqual([2, 1])
    await call(`/api/events/jobs/${earlier.id}/undo`)
    await settled()
    for (const event of [first, third])
      expect((await relay.call(`/api/events/${event?.id}`, { token })).status).toBe(200)
    clock += 120
    expect((await jobs()).at(-2)?.undoable).toBe(0)
    vi.advanceTimersByTime(60_000)
    await expect.poll(() => relay.context.events.trashedBy(later.id)).toBe(0)
    expect((await call(`/api/events/jobs/${later.id}/undo`)).status).toBe(409)
    expect(await save(relay.context.events, second as NostrEvent)).toBe('stored')
    await rm(dataDir, { recursive: true, force: true })
  })

  it('brings back nothing that its author deleted or replaced meanwhile (EVENTS-09)', async () => {
    const { event: note } = await put({ content: 'mine', created_at: start })
    const { event: old } = await put({ kind: 10_002, content: 'old', created_at: start })
    await call('/api/events/delete', { filter: {} })
    await settled()
    await put({ kind: 5, tags: [['e', note.id]], created_at: start + 1 })
    const { event: fresh } = await put({ kind: 10_002, content: 'new', created_at: start + 2 })
    await call(`/api/events/jobs/${(await jobs())[0].id}/undo`)
    await settled()
    expect((await jobs())[0]).toMatchObject({ done: 0, refused: 2 })
    const { events } = (await relay.call('/api/events?filter={"kinds":[1,10002]}', { token })).body
    expect(events.map(({ id }: NostrEvent) => id)).toEqual([fresh.id])
    expect(await save(relay.context.events, old)).not.toBe('stored')
  })

  it('keeps an event hidden that was blocked before (EVENTS-09)', async () => {
    const event = draft({ content: 'blocked' })
    await relay.context.events.save({ event, json: JSON.stringify(event), isHeld: true })
    await relay.context.events.hold(event.id, 'blocked')
    await call('/api/events/delete', { ids: [event.id] })
    await settled()
    await call(`/api/events/jobs/${(await jobs())[0].id}/undo`)
    await settled()
    const held: string[] = []
    for await (const json of relay.context.events.held('blocked')) held.push((JSON.parse(json) as NostrEvent).id)
    expect(held).toEqual([event.id])
  })

  it('leaves private messages alone for moderators, who cannot bring back what owners deleted', async () => {
    const { token: theirs } = await putAdmin(relay, 'moderator')
    const { token: viewer } = await putAdmin(relay, 'viewer')
    const { event: sealed } = await put({ kind: 4, tags: [['p', hex('bob')]] })
    await put({ content: 'open' })
    expect((await call('/api/events/delete', { filter: {} }, viewer)).status).toBe(403)
    expect((await call('/api/events/delete', { filter: {} }, theirs)).body.job.events).toBe(1)
    await settled()
    expect(await relay.context.events.find(sealed.id)).not.toBeNull()
    const { job } = (await call('/api/events/delete', { filter: {} })).body
    await settled()
    expect((await call(`/api/events/jobs/${job.id}/undo`, {}, theirs)).status).toBe(404)
    expect((await call(`/api/events/jobs/${job.id}/undo`, {})).status).toBe(202)
    await settled()
  })

  it('shows its progress, stops, and deletes nothing that arrives after the start (EVENTS-07)', async () => {
    await fill(6000)
    const { job } = (await call('/api/events/delete', { filter: { kinds: [1] } })).body
    const { event: late } = await put({ content: 'late', created_at: start + 50 })
    await expect.poll(async () => (await jobs())[0].done, { interval: 5 }).toBeGreaterThan(0)
    expect((await call(`/api/events/jobs/${job.id}/stop`)).body.job.state).toBe('stopped')
    await settled()
    const [{ done, events, undoable }] = await jobs()
    expect([done < 6000, events]).toEqual([true, 6000])
    expect([undoable, (await counts()).count]).toEqual([done, 6001 - done])
    await call('/api/events/delete', { filter: { until: start } })
    await settled()
    expect(await relay.context.events.find(late.id)).not.toBeNull()
  })
})
