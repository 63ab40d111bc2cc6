import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataDir, startRelay } from '../harness.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'
import { openModerationWorld } from './moderation-world.ts'

it('undoes a verdict after a restart (INBOX-03)', async () => {
  const dataDir = await makeDataDir()
  const before = await startRelay({ dataDir })
  const { token } = await putAdmin(before, 'moderator')
  const [author, reporter] = [signer(), signer()]
  const event = author.sign({ content: 'still here' })
  const accusation = {
    kind: 1984,
    tags: [
      ['e', event.id, 'spam'],
      ['p', author.pubkey],
    ],
  }
  const client = await RawClient.connect(before.publicUrl)
  for (const one of [event, reporter.sign(accusation)]) await client.publish(one)
  client.close()
  await before.context.reports.settled()
  await before.context.cases.settle()
  const [{ id }] = (await before.call('/api/cases', { token })).body.cases
  const body = { cases: [id], verdict: 'delete' }
  const given = (await before.call('/api/cases/verdicts', { token, body })).body
  expect(await before.context.events.find(event.id)).toBeNull()
  await before.close()
  const after = await startRelay({ dataDir })
  await after.call(`/api/cases/verdicts/${given.id}/undo`, { token, body: {} })
  expect(JSON.parse((await after.context.events.find(event.id)) ?? '{}')).toEqual(event)
  expect((await after.call('/api/cases', { token })).body.cases).toMatchObject([{ id, event_id: event.id }])
  await after.close()
  await rm(dataDir, { recursive: true })
})

async function openDesk() {
  const world = await openModerationWorld()
  onTestFinished(() => world.close())
  const { token } = await putAdmin(world.relay, 'moderator')
  const call = async (path: string, body?: object) =>
    (await world.relay.call(`/api/cases${path}`, { token, body })).body
  return {
    world,
    async give(verdict: string) {
      await world.relay.context.reports.settled()
      await world.relay.context.cases.settle()
      const ids = (await call('')).cases.map(({ id }: { id: number }) => id)
      return (await call('/verdicts', { cases: ids, verdict })).id as number
    },
    undo: (id: number) => call(`/verdicts/${id}/undo`, {}),
  }
}

it('serves a reported file again once its deletion is undone (INBOX-03)', async () => {
  const { world, give, undo } = await openDesk()
  const { hash, status } = await world.post()
  await world.judged()
  const report = signer().sign({ kind: 1984, tags: [['x', hash, 'malware']] })
  await fetch(`${world.origin()}/report`, { method: 'PUT', body: JSON.stringify(report) })
  expect(await status()).toBe(200)
  const id = await give('delete')
  expect(await status()).toBe(404)
  expect(await undo(id)).toEqual({ undone: 1 })
  expect(await status()).toBe(200)
})

it('leaves an author blocked who was blocked before the verdict that is undone (INBOX-03)', async () => {
  const { world, give, undo } = await openDesk()
  const author = signer()
  const event = author.sign({ content: 'a scam' })
  const tags = [
    ['e', event.id, 'spam'],
    ['p', author.pubkey],
  ]
  for (const one of [event, signer().sign({ kind: 1984, tags })]) await world.send(one)
  await world.call('/api/blocked-pubkeys', { pubkey: author.pubkey, reason: 'flood' })
  const id = await give('delete_and_block')
  expect(await world.relay.context.events.find(event.id)).toBeNull()
  expect(await undo(id)).toEqual({ undone: 1 })
  expect(await world.relay.context.events.find(event.id)).not.toBeNull()
  expect(await world.relay.context.access.blockOf(author.pubkey)).toMatchObject({ reason: 'flood' })
})
