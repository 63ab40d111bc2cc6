import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDataDir, startRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { block, type ModerationWorld, openModerationWorld } from './moderation-world.ts'

let world: ModerationWorld
beforeAll(async () => {
  world = await openModerationWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe('image moderation that is turned off', () => {
  beforeEach(async () => {
    await world.setMode('strict')
    await world.save({ enabled: true })
  })

  it('shows what waits, also to open subscriptions, and keeps hidden what is blocked or disputed (MODERATE-25)', async () => {
    world.answer = () => ({ status: 200, body: block })
    const blocked = await world.post()
    const disputed = await world.post()
    await world.judged()
    const [ticket = ''] = await world.read({ kinds: [19_841], '#p': [disputed.author.pubkey] }, disputed.author)
    const dispute = disputed.author.sign({ kind: 19_842, tags: [['e', ticket]] })
    const client = await RawClient.connect(world.relay.publicUrl)
    client.say('EVENT', dispute)
    await client.hear('OK', dispute.id)
    world.answer = () => ({ status: 500, body: {} })
    const waiting = await world.post()
    await world.judged()
    client.say('REQ', 'live', { authors: [waiting.author.pubkey] })
    await client.hear('EOSE', 'live')
    expect(await waiting.status()).toBe(404)
    await world.save({ enabled: false })
    expect(await waiting.status()).toBe(200)
    expect((await client.hear('EVENT', 'live'))[2]).toMatchObject({ id: waiting.event.id })
    client.socket.close()
    await world.relay.context.judges.images.settled()
    for (const { event, status, shown } of [
      { ...waiting, shown: true },
      { ...blocked, shown: false },
      { ...disputed, shown: false },
    ])
      expect([await world.read({ ids: [event.id] }), await status()]).toEqual(shown ? [[event.id], 200] : [[], 404])
    world.nowMs += 49 * 3_600_000
    await world.judged()
    expect(await world.relay.context.events.find(blocked.event.id)).toBeNull()
    expect(await world.relay.context.events.find(disputed.event.id)).not.toBeNull()
  })

  it('shows what waits for an operator, and takes it off the list', async () => {
    const event = signer().sign({ content: 'https://127.0.0.1/a.png' })
    await world.send(event)
    await world.judgedOften()
    const state = async () => (await world.caseOf(event.id)).state
    expect(await state()).toBe('pending')
    await world.save({ enabled: false })
    await world.relay.context.judges.images.settled()
    expect([await world.read({ ids: [event.id] }), await state()]).toEqual([[event.id], 'released'])
  })

  it('ignores a verdict that arrives afterwards (MODERATE-25)', async () => {
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    world.slow = async () => {
      asked.resolve()
      await answered.promise
    }
    world.answer = () => ({ status: 200, body: block })
    const { event, status } = await world.post()
    const judging = world.judged()
    await asked.promise
    await world.save({ enabled: false })
    answered.resolve()
    await judging
    await world.relay.context.judges.images.settled()
    expect([await world.read({ ids: [event.id] }), await status()]).toEqual([[event.id], 200])
  })
})

it('shows after a restart what waited when it was turned off (MODERATE-25)', async () => {
  const dataDir = await makeDataDir()
  const first = await startRelay({ dataDir })
  const { operator, token: firstToken } = await first.signedIn()
  const set = (image_moderation: object) =>
    first.call('/api/settings/image_moderation', { token: firstToken, body: { image_moderation } })
  await set({ image_moderation_enabled: true, image_moderation_check_interval: 3600 })
  const event = signer().sign({ content: 'https://203.0.113.9/a.png' })
  const client = await RawClient.connect(first.publicUrl)
  client.say('EVENT', event)
  await client.hear('OK', event.id)
  client.socket.close()
  await first.context.judges.images.settled()
  // As if the process had died before it showed anything.
  vi.spyOn(first.context.judges.images, 'turn').mockReturnValue()
  await set({ image_moderation_enabled: false })
  await first.close()
  const second = await startRelay({ dataDir })
  await second.context.judges.images.settled()
  const reader = await RawClient.connect(second.publicUrl)
  expect(await reader.stored({ ids: [event.id] })).toEqual([event.id])
  reader.close()
  expect((await second.call('/api/services', { token: await second.login(operator) })).body).toContainEqual(
    expect.objectContaining({ group: 'image_moderation', queue: 0 }),
  )
  await second.close()
  await rm(dataDir, { recursive: true })
})
