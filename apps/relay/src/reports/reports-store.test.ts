import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { InboxStore } from '../inbox/inbox-store.ts'
import { openedByKeyMax, ReportsStore } from './reports-store.ts'

const hex = (number: number) => number.toString(16).padStart(64, '0')

async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const store = new ReportsStore(database.reads)
  const report = (target: string, reporter: number, type = 'spam') => {
    const facts = { target, pubkey: hex(1), reporter: hex(reporter), type, content: '', eventId: hex(2), at: reporter }
    return database.transact(tx => store.addReports(tx, [facts]))
  }
  const inbox = new InboxStore(database.reads, { table: 'report_cases', order: ['reporters', 'updated_at', 'id'] })
  const listCases = async () => {
    const { rows } = await inbox.list({ filter: 'all', offset: 0, limit: 1000 })
    const texts = await store.textsOf(rows)
    return rows.map(({ text_id, ...row }) => ({ ...row, content: texts.get(text_id ?? 0) ?? '' }))
  }
  const caseOf = async (target: string) => (await listCases()).find(row => row.target === target)
  return { database, store, inbox, report, listCases, caseOf }
}

it('a case has the type that most of its reporters chose', async () => {
  const { report, caseOf } = await openWorld()
  const target = hex(9)
  for (const [reporter, type] of ['spam', 'nudity', 'nudity', 'malware', 'spam', 'spam'].entries())
    await report(target, reporter, type)
  for (let again = 0; again < 5; again++) expect(await report(target, 1, 'illegal')).toBe(0)
  expect(await caseOf(target)).toMatchObject({ type: 'spam', reporters: 6 })
})

it("limits a key's unread cases, without counting others' reports", async () => {
  const { database, inbox, report, listCases } = await openWorld()
  const [flooder, other] = [1, 2]
  await report(hex(9999), other)
  for (let thing = 0; thing < openedByKeyMax; thing++) expect(await report(hex(thing), flooder)).toBe(1)
  expect(await report(hex(5000), flooder)).toBe(0)
  expect(await listCases()).toHaveLength(openedByKeyMax + 1)
  expect(await report(hex(9999), flooder)).toBe(1)
  expect(await report(hex(5000), other)).toBe(1)
  await database.transact(tx => inbox.markAllRead(tx, undefined))
  expect(await report(hex(5001), flooder)).toBe(1)
})

it('a report costs as little when ten thousands of keys have reported the same', async () => {
  const { database, report, caseOf } = await openWorld()
  const [flooded, quiet] = [hex(8), hex(9)]
  await report(flooded, 1)
  await report(quiet, 1)
  const known = await caseOf(flooded)
  await database.transact(async tx => {
    await sql`WITH RECURSIVE many (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM many WHERE n < 51000)
      INSERT INTO reports (case_id, reporter, type, event_id) SELECT ${known?.id}, printf('%064x', n), 'spam', ${hex(2)} FROM many`.execute(
      tx,
    )
  })
  let next = 100_000
  const cost = async (target: string) => {
    const began = performance.now()
    for (let turn = 0; turn < 10; turn++) await report(target, ++next)
    return performance.now() - began
  }
  const turns: { flooded: number; quiet: number }[] = []
  for (let turn = 0; turn < 5; turn++) turns.push({ flooded: await cost(flooded), quiet: await cost(quiet) })
  const least = (name: 'flooded' | 'quiet') => Math.min(...turns.map(turn => turn[name]))
  expect(least('flooded')).toBeLessThan(10 * least('quiet'))
})

it('reports counted together come out as those counted one by one (REPORT-04)', async () => {
  const texts = ['', 'rude', '', 'a "quote", a \\ and a \u0000', 'half a pair: \ud83d', '\u{1F41D}']
  let seed = 7
  const random = (end: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % end
  }
  const reports = Array.from({ length: 200 }, (_, at) => at).flatMap(at => {
    const event = { reporter: hex(random(40)), eventId: hex(1000 + at), at, content: texts[random(texts.length)] ?? '' }
    const type = () => ['spam', 'nudity', 'other'][random(3)] ?? ''
    const targets = new Set([random(12), random(12)])
    return [...targets].map(target => ({ ...event, target: hex(target), pubkey: hex(random(3)), type: type() }))
  })
  const [together, single] = [await openWorld(), await openWorld()]
  for (let from = 0; from < reports.length; from += 90) {
    const part = reports.slice(from, from + 90)
    const counted = await together.database.transact(tx => together.store.addReports(tx, part))
    let one = 0
    for (const report of part) one += await single.database.transact(tx => single.store.addReports(tx, [report]))
    expect(counted).toBe(one)
    await together.database.transact(tx => together.store.resolve(tx, { target: hex(from / 90) }, 'dismissed'))
    await single.database.transact(tx => single.store.resolve(tx, { target: hex(from / 90) }, 'dismissed'))
  }
  const rows = await together.listCases()
  expect(rows).toHaveLength(12)
  expect(rows).toEqual(await single.listCases())
})

it('stores what a report says once for everything that it names, and forgets what no case shows', async () => {
  const { database, store, listCases } = await openWorld()
  const bytes = async () => {
    const size = sql<{ bytes: number }>`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`
    return database.transact(async tx => (await size.execute(tx)).rows[0]?.bytes ?? 0)
  }
  const reportAll = (reporter: number) => {
    const facts = { pubkey: hex(1), reporter: hex(reporter), type: 'spam', eventId: hex(reporter), at: reporter }
    const content = `${reporter} `.padEnd(2000, 'words ')
    const things = Array.from({ length: 20 }, (_, thing) => ({ ...facts, content, target: hex(1000 + thing) }))
    return database.transact(tx => store.addReports(tx, things))
  }
  const before = await bytes()
  for (let reporter = 0; reporter < 50; reporter++) await reportAll(reporter)
  expect((await bytes()) - before).toBeLessThan(500_000)
  expect(new Set((await listCases()).map(({ content }) => content.slice(0, 4)))).toEqual(new Set(['49 w']))
  expect(await database.reads.selectFrom('report_texts').select('event_id').execute()).toEqual([{ event_id: hex(49) }])
  await database.transact(tx => tx.deleteFrom('report_cases').execute())
  expect(await database.reads.selectFrom('report_texts').select('event_id').execute()).toEqual([])
})
