import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventEngineState } from '@hornets/contract/admin/operation/event-engine'
import { eventEngineMessages } from '@hornets/contract/admin/operation/event-engine-messages'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, claim, login, makeDataDir, newOperator, spawnRelay } from '../harness.ts'
import { Author } from '../support/burst-events.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const restartStatus = 75
const supervised = { RESTARTS: 'on' }

describe.runIf(process.env.POSTGRES)('moving the events from the console', () => {
  let cluster: Cluster
  const owner = newOperator()
  const author = new Author()
  const folders: string[] = []
  const note = (content: string) => author.sign({ kind: 1, created_at: 1_700_000_000, tags: [], content })
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
  })
  afterAll(async () => {
    await cluster?.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  async function openDesk(folder: string, env = {}) {
    const relay = await spawnRelay(folder, { ...supervised, ...env })
    const isNew = !relay.claimed
    const token = await login(relay.adminUrl, isNew ? await claim(relay, owner) : owner)
    const ask = (path = '', body?: unknown) => call(relay.adminUrl, `/api/event-engine${path}`, { token, body })
    const until = async (state: string) => {
      for (;;) {
        const { move } = (await ask()).body as EventEngineState
        if (move && move.state !== 'copying') {
          expect(move).toMatchObject({ state })
          return move
        }
        await pause(20)
      }
    }
    const restarted = async () => {
      const ended = once(relay.child, 'exit')
      expect((await ask('/switch', {})).status).toBe(202)
      expect((await ended)[0]).toBe(restartStatus)
    }
    return { relay, ask, until, restarted }
  }

  async function publish(url: string, contents: readonly string[]) {
    const client = await RawClient.connect(url)
    for (const content of contents) expect((await client.publish(note(content))).accepted).toBe(true)
    client.close()
  }

  async function contentsOf(url: string) {
    const client = await RawClient.connect(url)
    client.say('REQ', 'all', { kinds: [1] })
    await client.hear('EOSE', 'all')
    const found = client.heard.flatMap(([type, , event]) =>
      type === 'EVENT' ? [(event as { content: string }).content] : [],
    )
    client.close()
    return found.sort()
  }

  const first = Array.from({ length: 50 }, (_, at) => `first ${at}`)

  it('copies while the relay serves, moves the rest at a restart, and moves them back', async () => {
    const folder = await makeDataDir()
    folders.push(folder)
    let desk = await openDesk(folder)
    expect((await desk.ask()).body).toEqual({
      engine: 'embedded',
      place: 'events.lmdb',
      is_restart_offered: true,
      move: null,
    })
    await publish(desk.relay.publicUrl, first)
    for (const address of [undefined, 'mysql://x/y', 'no address'])
      expect(await desk.ask('/copy', { engine: 'postgres', address })).toMatchObject({
        status: 400,
        body: { fields: { address: eventEngineMessages.addressMissing } },
      })
    expect(await desk.ask('/copy', { engine: 'embedded' })).toMatchObject({
      status: 409,
      body: { error: eventEngineMessages.alreadyThere },
    })
    expect((await desk.ask('/switch', {})).body.error).toBe(eventEngineMessages.notCopied)
    expect((await desk.ask('/cancel', {})).body.error).toBe(eventEngineMessages.notRunning)

    const wrong = 'postgres://owner:hidden-word@127.0.0.1:1/none'
    expect((await desk.ask('/copy', { engine: 'postgres', address: wrong })).status).toBe(202)
    expect(await desk.until('failed')).toMatchObject({
      place: '127.0.0.1:1/none',
      error: 'connect ECONNREFUSED 127.0.0.1:1',
    })

    const copied = await desk.ask('/copy', { engine: 'postgres', address: cluster.url })
    expect(copied).toMatchObject({
      status: 202,
      body: { engine: 'embedded', move: { engine: 'postgres', state: 'copying' } },
    })
    expect(JSON.stringify(copied.body)).not.toContain(cluster.url)
    await desk.until('copied')
    await publish(desk.relay.publicUrl, ['after the copy'])
    await desk.restarted()

    desk = await openDesk(folder)
    const there = (await desk.ask()).body as EventEngineState
    expect(there).toMatchObject({ engine: 'postgres', move: { state: 'moved', events: 51, error: null } })
    expect(there.place).not.toBe('events.lmdb')
    expect(await contentsOf(desk.relay.publicUrl)).toEqual([...first, 'after the copy'].sort())
    const database = new pg.Client({ connectionString: cluster.url })
    await database.connect()
    expect((await database.query('SELECT count(*)::int AS count FROM hornets.events')).rows).toEqual([{ count: 51 }])
    await database.end()

    await publish(desk.relay.publicUrl, ['in the database'])
    expect((await desk.ask('/copy', { engine: 'embedded' })).status).toBe(202)
    await desk.until('copied')
    await publish(desk.relay.publicUrl, ['after the copy back'])
    await desk.restarted()
    desk = await openDesk(folder)
    expect((await desk.ask()).body).toMatchObject({ engine: 'embedded', place: 'events.lmdb', move: { events: 53 } })
    expect(await contentsOf(desk.relay.publicUrl)).toEqual(
      [...first, 'after the copy', 'in the database', 'after the copy back'].sort(),
    )
    await desk.relay.end()
  }, 60_000)

  it('leaves the events where they are if the database is away at the switch, and says why', async () => {
    const folder = await makeDataDir()
    folders.push(folder)
    const own = await startCluster(process.env.POSTGRES ?? '')
    let desk = await openDesk(folder)
    await publish(desk.relay.publicUrl, ['kept'])
    expect((await desk.ask('/copy', { engine: 'postgres', address: own.url })).status).toBe(202)
    await desk.until('copied')
    await own.close()
    await desk.restarted()
    desk = await openDesk(folder)
    const { engine, move } = (await desk.ask()).body as EventEngineState
    expect([engine, move?.state]).toEqual(['embedded', 'stayed'])
    expect(move?.error).toBeTruthy()
    expect(await contentsOf(desk.relay.publicUrl)).toEqual(['kept'])
    await desk.relay.end()
  }, 60_000)
})
