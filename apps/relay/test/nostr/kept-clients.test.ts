import { rm } from 'node:fs/promises'
import type { NostrEvent } from '@hornets/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findFreeBasePort } from '../../src/servers/free-ports.ts'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { signer } from '../support/signer.ts'

type Relay = Awaited<ReturnType<typeof spawnRelay>>

const secret = 'a-secret-that-both-machines-know'
const alice = signer()

describe.runIf(process.env.POSTGRES)('a serving machine whose main process is started again', () => {
  let cluster: Cluster
  let folders: string[]
  let place: string
  let main: Relay
  let machine: Relay

  const startMain = () =>
    spawnRelay(folders[0] ?? '', { EVENTS_DATABASE_URL: cluster.url, SERVING_LISTEN: place, SERVING_SECRET: secret })
  const connect = async (url: string) => {
    const client = await RawClient.connect(url)
    onTestFinished(() => client.close())
    return client
  }
  const idsHeard = (client: RawClient, subscription: string) =>
    client.heard.flatMap(([type, id, event]) =>
      type === 'EVENT' && id === subscription ? [(event as NostrEvent).id] : [],
    )
  const accepted = (client: RawClient) =>
    client.heard.flatMap(([type, id, isAccepted]) => (type === 'OK' && isAccepted ? [String(id)] : []))

  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    folders = await Promise.all([makeDataDir(), makeDataDir()])
    place = `127.0.0.1:${(await findFreeBasePort(['127.0.0.1', '127.0.0.1'])) + 1}`
    main = await startMain()
    machine = await spawnRelay(folders[1] ?? '', { RELAY_MAIN: place, SERVING_SECRET: secret })
  }, 120_000)
  afterAll(async () => {
    for (const { child } of [main, machine]) child.kill('SIGKILL')
    await cluster.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'keeps its clients after %s, answers what they read and wrote meanwhile, and tells each event once',
    async signal => {
      const kind = signal === 'SIGKILL' ? 1 : 7
      const [reader, writer] = [await connect(machine.publicUrl), await connect(machine.publicUrl)]
      const elsewhere = await connect(main.publicUrl)
      reader.say('REQ', 'live', { kinds: [kind] })
      await reader.hear('EOSE', 'live')
      for (let at = 0; at < 400; at++)
        (at % 2 ? writer : elsewhere).say('EVENT', alice.sign({ kind, content: String(at) }))
      await expect.poll(() => accepted(elsewhere).length).toBeGreaterThan(20)
      const ended = main.end(signal)
      await Promise.all([ended, elsewhere.closed])
      const waiting = alice.sign({ kind, content: 'while it was away' })
      writer.say('EVENT', waiting)
      const before = idsHeard(reader, 'live').length
      expect((await reader.stored({ kinds: [kind], limit: 1000 })).length).toBeGreaterThanOrEqual(before)
      main = await startMain()
      await writer.hear('OK', waiting.id, true)
      await expect.poll(() => accepted(writer).length, { timeout: 20_000 }).toBe(201)
      const after = alice.sign({ kind, content: 'after it has come back' })
      expect(await (await connect(main.publicUrl)).publish(after)).toMatchObject({ accepted: true })
      await expect.poll(() => idsHeard(reader, 'live').at(-1)).toBe(after.id)
      const heard = idsHeard(reader, 'live')
      const stored = await reader.stored({ kinds: [kind], limit: 1000 })
      expect(heard).toHaveLength(new Set(heard).size)
      expect(new Set(heard)).toEqual(new Set(stored))
      expect([...accepted(writer), ...accepted(elsewhere)].filter(id => !stored.includes(id))).toEqual([])
      for (const { socket } of [reader, writer]) expect(socket.readyState).toBe(socket.OPEN)
    },
    60_000,
  )
})
