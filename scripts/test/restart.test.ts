import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { findFreeBasePort } from '../../apps/relay/src/servers/free-ports.ts'
import { call, claim, login, makeDataDir } from '../../apps/relay/test/harness.ts'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { signer } from '../../apps/relay/test/support/signer.ts'
import { relayReady, restartable, startRelay } from '../run/relay.mjs'

const readers = 20
const everyMs = 20

async function start() {
  const dataDir = await makeDataDir()
  const PORT = String(await findFreeBasePort(['127.0.0.1', '127.0.0.1']))
  const env = {
    PORT,
    PUBLIC_HOST: '127.0.0.1',
    ADMIN_HOST: '127.0.0.1',
    RATE_URL: '',
    RESTARTS: 'with-connections',
    LOG_LEVEL: 'error',
  }
  const relay = restartable(() => startRelay({ dataDir, walletPort: 0, env }))
  onTestFinished(async () => {
    relay.stop()
    await relay.ended
    await rm(dataDir, { recursive: true })
  })
  return relayReady(relay)
}

/** Publishes until it is told to stop; each event once its predecessor has its OK. */
function keepWriting(client: RawClient) {
  const author = signer()
  const ids: string[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const event = author.sign({ content: `${ids.length}`, created_at: 1_700_000_000 + ids.length })
      const { accepted, message } = await client.publish(event)
      expect([accepted, message]).toEqual([true, ''])
      ids.push(event.id)
      await sleep(everyMs)
    }
  })()
  return {
    ids,
    end: async () => {
      isOver = true
      await done
    },
  }
}

/** Asks without waiting for answers. */
function keepAsking(client: RawClient) {
  let asked = 0
  const timer = setInterval(() => client.say('COUNT', `n${asked++}`, { ids: ['f'.repeat(64)] }), everyMs)
  return {
    end: () => {
      clearInterval(timer)
      return Array.from({ length: asked }, (_, at) => `n${at}`)
    },
  }
}

const idsHeard = (client: RawClient, name: string) =>
  client.heard
    .filter(([type, id]) => type === 'EVENT' && id === name)
    .map(([, , event]) => (event as { id: string }).id)

test('a restart keeps its connections: subscribers miss nothing, writers get every OK, who has signed in stays so', {
  timeout: 90_000,
}, async () => {
  const ready = await start()
  const token = await login(ready.adminUrl, await claim(ready))
  const connect = (compresses = false) => RawClient.connect(ready.publicUrl, {}, compresses)
  const all = await Promise.all(Array.from({ length: readers }, (_, at) => connect(at % 2 === 0)))
  const closed: number[] = []
  for (const client of all) client.socket.on('close', code => closed.push(code))
  for (const client of all) client.say('REQ', 'new', { kinds: [1], since: 1_600_000_000, limit: 0 }, { '#t': ['none'] })
  await Promise.all(all.map(client => client.hear('EOSE', 'new')))

  const reader = signer()
  const mailbox = await connect()
  const answer = reader.sign({
    kind: 22242,
    content: '',
    tags: [
      ['relay', ready.publicUrl],
      ['challenge', await mailbox.challenge()],
    ],
  })
  mailbox.say('AUTH', answer)
  expect((await mailbox.hear('OK', answer.id))[2]).toBe(true)
  mailbox.say('REQ', 'mail', { kinds: [4], '#p': [reader.pubkey] })
  await mailbox.hear('EOSE', 'mail')

  const half = await connect()
  const halfClosed = half.closed
  // The head of a text frame of 100 bytes and its mask, without the bytes.
  Reflect.get(half.socket, '_socket').write(Buffer.from([0x81, 0xe4, 1, 2, 3, 4]))

  const asker = await connect()
  const asking = keepAsking(asker)
  const writer = keepWriting(await connect())
  await expect.poll(() => writer.ids.length).toBeGreaterThan(10)
  expect((await call(ready.adminUrl, '/api/restart', { token, method: 'POST' })).status).toBe(200)
  const before = writer.ids.length
  expect(await halfClosed).toEqual({ code: 1001, reason: 'the relay stops' })
  await expect.poll(() => writer.ids.length, { timeout: 60_000 }).toBeGreaterThan(before + 40)
  await writer.end()

  for (const client of all) await expect.poll(() => idsHeard(client, 'new')).toEqual(writer.ids)
  expect(closed).toEqual([])
  const asked = asking.end()
  // Above the rate limit the answer is CLOSED.
  const answered = () => asker.heard.flatMap(([type, id]) => (type === 'COUNT' || type === 'CLOSED' ? [id] : []))
  await expect.poll(answered).toEqual(asked)

  const letter = signer().sign({ kind: 4, content: 'x', tags: [['p', reader.pubkey]] })
  expect(await (await connect()).publish(letter)).toEqual({ accepted: true, message: '' })
  await mailbox.hear('EVENT', 'mail')
  expect(mailbox.heard.filter(([type]) => type === 'AUTH')).toHaveLength(1)
  // What it says is understood as before: a CLOSE ends the subscription that the last process opened.
  const first = all[0] as RawClient
  first.say('CLOSE', 'new')
  expect(await first.stored({ ids: [letter.id] })).toEqual([])
  expect(first.socket.readyState).toBe(WebSocket.OPEN)
})
