import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { makeDataDir, startRelay } from '../harness.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

it('undoes a verdict after a restart', async () => {
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
