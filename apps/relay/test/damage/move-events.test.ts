import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NostrEvent } from '@hornets/contract'
import { createLogger } from '@hornets/server/process/logger'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditLog } from '../../src/audit/audit-log.ts'
import { AdminDatabase } from '../../src/database/admin-database.ts'
import { SecretBox } from '../../src/database/secret-box.ts'
import { EngineChoiceStore } from '../../src/event-engine/engine-choice-store.ts'
import { EnginesDiffer, moveEngine } from '../../src/event-engine/move-engine.ts'
import { differing, moveRows, sumsOf } from '../../src/event-engine/move-rows.ts'
import { forgetTexts, openFolderRows } from '../../src/events/data-files.ts'
import type { EngineRows } from '../../src/events/engines/engine-rows.ts'
import type { EventStore } from '../../src/events/event-store.ts'
import { LmdbEventStore } from '../../src/events/lmdb/lmdb-event-store.ts'
import { PostgresEventStore } from '../../src/events/postgres/postgres-event-store.ts'
import { PostgresRows } from '../../src/events/postgres/postgres-rows.ts'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { Author } from '../support/burst-events.ts'
import { draft, hex, idsOf, save } from '../support/drafts.ts'
import { RawClient } from '../support/raw-client.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const program = fileURLToPath(new URL('../../src/admin-command/main.ts', import.meta.url))
const log = createLogger({ name: 'test', level: 'silent' })
const [alice, bob, carol] = [hex('alice'), hex('bob'), hex('carol')]
const start = 1_700_000_000
const parts = { now: () => (start + 1000) * 1000, log }

const openLmdb = (folder: string) => {
  const files = { path: join(folder, 'events.lmdb'), textPath: join(folder, 'event-text.db') }
  return LmdbEventStore.open({ ...files, ...parts, isDurable: false, readers: 1 })
}

describe.runIf(process.env.POSTGRES)('events that move to PostgreSQL', () => {
  let cluster: Cluster
  const folders: string[] = []
  const folderOf = async () => {
    const folder = await makeDataDir()
    folders.push(folder)
    return folder
  }
  const addressOf = (schema: string) => ({ url: cluster.url, schema })
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
  })
  afterAll(async () => {
    await cluster?.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  const plain = draft({ content: 'a plain word', created_at: start })
  const article = draft({ kind: 30_023, created_at: start + 5, tags: [['d', 'kept']], content: 'a kept version' })
  const gone = draft({ content: 'deleted', created_at: start + 1 })
  const goneVersion = draft({ kind: 30_023, created_at: start + 2, tags: [['d', 'gone']] })
  const request = draft({
    kind: 5,
    created_at: start + 3,
    tags: [
      ['e', gone.id],
      ['a', `30023:${alice}:gone`],
    ],
  })
  const banned = draft({ content: 'banned', pubkey: bob })
  const [pending, blocked, freed] = ['pending', 'blocked', 'freed'].map(content => draft({ content, pubkey: bob }))
  const trashed = draft({ content: 'trashed', pubkey: bob })
  const [trashedHeld, expiring] = [draft({ content: 'held in the trash' }), draft({ content: 'expiring' })]
  const vanished = draft({ content: 'vanished', pubkey: carol, created_at: start })

  async function fill(store: EventStore) {
    for (const event of [plain, draft({ kind: 30_023, created_at: start + 4, tags: [['d', 'kept']] }), article, gone])
      await save(store, event)
    for (const event of [goneVersion, request, banned, trashed, vanished]) await save(store, event)
    for (const event of [pending, blocked, freed, trashedHeld])
      if (event) await store.save({ event, json: JSON.stringify(event), isHeld: true })
    await store.hold(blocked?.id ?? '', 'blocked')
    await store.hold(freed?.id ?? '', null)
    await store.save({ event: expiring, json: JSON.stringify(expiring), keptUntil: start + 5000 })
    await store.removeById(banned.id, { ban: true, reason: 'spam "and" more', by: carol })
    await store.trash([trashed.id, trashedHeld.id], 7)
    await store.vanish(carol, start + 10)
  }

  async function expectAll(store: EventStore) {
    expect(new Set(await idsOf(store, [{ limit: 100 }]))).toEqual(
      new Set([plain, article, request, pending, blocked, freed, expiring].map(event => event?.id)),
    )
    expect(await idsOf(store, [{ search: 'kept version' }])).toEqual([article.id])
    expect(await idsOf(store, [{ tags: [['d', ['kept']]] }])).toEqual([article.id])
    const heldIds = async (state: 'pending' | 'blocked') => {
      const ids: string[] = []
      for await (const json of store.held(state)) ids.push((JSON.parse(json) as NostrEvent).id)
      return ids
    }
    expect([await heldIds('pending'), await heldIds('blocked')]).toEqual([[pending?.id], [blocked?.id]])
    const late = [gone, goneVersion, banned, trashed, vanished, draft({ kind: 30_023, tags: [['d', 'kept']] }), plain]
    const outcomes: string[] = []
    for (const event of late) outcomes.push(await save(store, event))
    expect(outcomes).toEqual(['deleted', 'deleted', 'deleted', 'deleted', 'deleted', 'older', 'duplicate'])
    expect((await store.banned({ limit: 10 })).events).toEqual([
      { id: banned.id, reason: 'spam "and" more', at: (start + 1000) * 1000, by: carol },
    ])
    expect(await store.trashedBy(7)).toBe(2)
  }

  it('that an older version banned without a decider stay banned', async () => {
    const address = addressOf('older')
    const client = new pg.Client({ connectionString: cluster.url, options: '-c search_path=older' })
    await (await PostgresEventStore.open({ address, ...parts })).close()
    await client.connect()
    await client.query('ALTER TABLE banned DROP COLUMN decided_by')
    await client.query("INSERT INTO banned VALUES (decode($1, 'hex'), 'spam', 7)", [gone.id])
    await client.end()
    const store = await PostgresEventStore.open({ address, ...parts })
    await store.removeById(plain.id, { ban: true, by: carol })
    const bans = [gone.id, plain.id].sort()
    const shown = (await store.banned({ limit: 10 })).events.map(({ id, by }) => [id, by])
    expect(shown).toEqual(bans.map(id => [id, id === plain.id ? carol : null]))
    await store.close()
  }, 60_000)

  it('are all there, with what is held, banned, deleted, vanished, in the trash and counted, and back again', async () => {
    const folder = await folderOf()
    const first = await openLmdb(folder)
    await fill(first)
    const [mark, changes] = [first.mark(), await first.changesAfter(0, 100)]
    await first.close()

    const address = addressOf('there_and_back')
    const owned = { owner: 'me', isSource: false }
    let [lmdb, postgres]: [EngineRows, EngineRows] = [
      await openFolderRows(folder),
      await PostgresRows.open(address, owned),
    ]
    await moveRows({ from: lmdb, to: postgres })
    await postgres.setNumbers(await lmdb.numbers())
    const sums = await sumsOf(lmdb)
    expect(sums.map(({ count }) => count)).toEqual([7, 2, 2, 1, 1, 1, 1, 0, changes.length])
    expect(await sumsOf(postgres)).toEqual(sums)
    await Promise.all([lmdb.close(), postgres.close()])

    const moved = await PostgresEventStore.open({ address, ...parts })
    expect([moved.mark(), await moved.changesAfter(0, 100)]).toEqual([mark, changes])
    await expectAll(moved)
    const [later, replacing] = [
      draft({ content: 'later' }),
      draft({ ...article, created_at: start + 9, id: undefined }),
    ]
    for (const event of [later, replacing]) expect(await save(moved, event)).toBe('stored')
    expect(await moved.restoreTrashed(7, 10)).toEqual({ restored: 2, refused: 0 })
    await moved.removeById(plain.id)
    await moved.trash([trashed.id], 8)
    await moved.hold(pending?.id ?? '', 'blocked')
    const [lastMark, lastChanges] = [moved.mark(), await moved.changesAfter(0, 100)]
    await moved.close()

    ;[lmdb, postgres] = [await openFolderRows(folder), await PostgresRows.open(address, { ...owned, isSource: true })]
    await moveRows({ from: postgres, to: lmdb })
    await lmdb.setNumbers(await postgres.numbers())
    expect(await sumsOf(lmdb)).toEqual(await sumsOf(postgres))
    await Promise.all([lmdb.close(), postgres.close()])
    await forgetTexts(folder)
    const back = await openLmdb(folder)
    await back.catchUp()
    expect([back.mark(), await back.changesAfter(0, 100)]).toEqual([lastMark, lastChanges])
    expect(new Set(await idsOf(back, [{ limit: 100 }]))).toEqual(
      new Set([later, replacing, request, pending, blocked, freed, trashedHeld, expiring].map(event => event?.id)),
    )
    expect(await idsOf(back, [{ search: 'kept version' }])).toEqual([replacing.id])
    expect(await back.restoreTrashed(8, 10)).toEqual({ restored: 1, refused: 0 })
    expect(
      await back.count([{ authors: [bob] }], {
        scope: { partyKinds: [], hidesPreferences: false, keys: [], held: 'all' },
      }),
    ).toBe(4)
    await back.close()
  })

  it('stay where they are if anything differs, or if the database has the events of another relay', async () => {
    const folder = await folderOf()
    const store = await openLmdb(folder)
    await fill(store)
    await store.close()
    const database = await AdminDatabase.open(join(folder, 'admin.db'))
    const audit = new AuditLog(database, Date.now, log)
    const choices = new EngineChoiceStore(database, await SecretBox.open(folder))
    const choice = await choices.findOrBegin(undefined, 1)
    const next = { engine: 'postgres', address: cluster.url, owner: choice.owner } as const
    const from = await openFolderRows(folder)
    const owned = { owner: choice.owner, isSource: false }
    const whole = await PostgresRows.open(addressOf('lossy'), owned)
    const lossy: EngineRows = Object.assign(Object.create(whole), {
      slice: whole.slice.bind(whole),
      valuesOf: whole.valuesOf.bind(whole),
      remove: whole.remove.bind(whole),
      numbers: whole.numbers.bind(whole),
      setNumbers: whole.setNumbers.bind(whole),
      put: (...[table, rows]: Parameters<EngineRows['put']>) =>
        whole.put(table, table === 'events' ? rows.slice(1) : rows),
    })
    const move = { database, audit, choices, choice, next, from, now: Date.now }
    await expect(moveEngine({ ...move, to: lossy })).rejects.toThrow(EnginesDiffer)
    expect(await choices.find()).toEqual(choice)
    expect(differing(await sumsOf(from), await sumsOf(whole))).toEqual(['events'])
    expect(await moveEngine({ ...move, to: whole })).toEqual({ events: 7 })
    expect(await choices.find()).toEqual(next)
    const entries = await database.reads.selectFrom('audit_log').selectAll().execute()
    expect(entries).toMatchObject([{ action: 'events.move' }])
    expect(JSON.stringify(entries)).not.toContain(choice.owner)
    await whole.close()
    await expect(PostgresRows.open(addressOf('lossy'), { ...owned, owner: 'other' })).rejects.toThrow('another relay')
    await from.close()
    await database.close()
  })

  const copiedRows = async () => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      const { rows } = await client.query('SELECT count(*)::int AS count FROM hornets.events')
      return rows[0].count as number
    } finally {
      await client.end()
    }
  }

  const untilCopied = async (count: number) => {
    while ((await copiedRows().catch(() => 0)) < count) await pause(10)
  }

  async function runMove(dataDir: string, word: string, killAt = Number.POSITIVE_INFINITY) {
    const env = { ...process.env, DATA_DIR: dataDir, EVENTS_DATABASE_URL: word === 'postgres' ? cluster.url : '' }
    const child = spawn(process.execPath, [program, 'move-events', word], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'exit')
    if (killAt < Number.POSITIVE_INFINITY) void untilCopied(killAt).then(() => child.kill('SIGKILL'))
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await ended
    return { code, output: output + errors }
  }

  const author = new Author()
  /** Publishes until it is told to stop; resolves with the ids that were acknowledged. */
  function writing(client: RawClient) {
    let isOver = false
    const accepted: string[] = []
    const done = (async () => {
      for (let at = 0; !isOver; at += 1) {
        const event = author.sign({ kind: 1, created_at: start, tags: [], content: `${Math.random()} ${at}` })
        if ((await client.publish(event)).accepted) accepted.push(event.id)
        await pause(5)
      }
      return accepted
    })()
    return async () => {
      isOver = true
      return done
    }
  }

  it('are copied while a client writes, by a command that continues after kill -9, and miss nothing acknowledged', async () => {
    const count = 3000
    const folder = await folderOf()
    await (await spawnRelay(folder)).end()
    const store = await openLmdb(folder)
    const events = Array.from({ length: count }, (_, at) => draft({ content: `${at}`, created_at: start + (at % 500) }))
    await Promise.all(events.map(event => save(store, event)))
    await store.close()
    const ids: string[] = []
    const expectServed = async (url: string) => {
      const client = await RawClient.connect(url)
      const found = new Set<string>()
      for (let at = 0; at < ids.length; at += 500)
        for (const id of await client.stored({ ids: ids.slice(at, at + 500) })) found.add(id)
      expect(ids.filter(id => !found.has(id))).toEqual([])
      client.say('COUNT', 'all', { kinds: [1] })
      expect((await client.hear('COUNT', 'all'))[2]).toMatchObject({ count: count + ids.length })
      client.close()
    }

    let relay = await spawnRelay(folder)
    let client = await RawClient.connect(relay.publicUrl)
    let finish = writing(client)
    const killed = await runMove(folder, 'postgres', 1)
    expect(killed.code).toBe(null)
    const partly = await copiedRows()
    expect(partly).toBeGreaterThan(0)
    expect(partly).toBeLessThan(count)
    ids.push(...(await finish()))
    expect(ids.length).toBeGreaterThan(0)
    client.close()
    await relay.end()
    expect((await runMove(folder, 'postgres')).output).toContain(`${count + ids.length} events are in `)

    relay = await spawnRelay(folder)
    await expectServed(relay.publicUrl)
    expect(await copiedRows()).toBe(count + ids.length)
    client = await RawClient.connect(relay.publicUrl)
    finish = writing(client)
    expect((await runMove(folder, 'embedded')).output).toContain('Copied, while the relay runs on')
    ids.push(...(await finish()))
    client.close()
    await relay.end()
    expect((await runMove(folder, 'embedded')).output).toContain('events are in events.lmdb')
    const admin = new DatabaseSync(join(folder, 'admin.db'), { readOnly: true })
    expect(admin.prepare('SELECT engine, address FROM event_engine').all()).toEqual([
      { engine: 'embedded', address: null },
    ])
    admin.close()
    relay = await spawnRelay(folder)
    await expectServed(relay.publicUrl)
    await relay.end()
    expect((await spawnRelay(folder, { EVENTS_DATABASE_URL: cluster.url })).message).toContain('unset it')
  }, 90_000)
})
