import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FileFilterInput, type FileSort, fileFilter, fileSorts } from '@hornets/contract/admin/files/catalogue'
import { openSqlite } from '@hornets/server/database/sqlite'
import { monthOf } from '@hornets/server/month'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RelayDatabase } from '../../../../database/relay-database.ts'
import { SqliteFileIndex } from '../../files/file-index-store.ts'
import { queryOf } from '../file-query.ts'
import { FileLists } from './file-lists.ts'
import { compareText } from './text-order.ts'

type Row = Record<string, number | string>

const people = [
  '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  'c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
  'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
]
const types = ['image/jpeg', 'image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/plain']
const names = [
  '',
  'Holiday 1.jpg',
  'holiday 2.JPG',
  'Ärger.txt',
  'naïve 🐝.png',
  '\uff21.png',
  'abcd.mp3',
  'a'.repeat(200),
]
const filters: FileFilterInput[] = [
  {},
  { status: 'trashed' },
  { type: 'image/*' },
  { type: 'other,documents' },
  { owner: people[0] },
  { owner: people[2], type: 'audio', status: 'trashed' },
  { q: 'HOLIDAY' },
  { q: '🐝' },
  { q: 'abcd' },
  { q: 'ab', owner: people[1] },
  { min_bytes: 2000, max_bytes: 3000 },
  { from: '2026-02-01T00:00:00Z', to: '2026-04-15T12:00:00Z' },
]

function drawFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function openIndex() {
  const folder = await mkdtemp(join(tmpdir(), 'hornets-lists-'))
  const database = await RelayDatabase.open(join(folder, 'relay.db'))
  const fresh = openSqlite(database.path, { readOnly: true })
  const lists = new FileLists(database.path)
  onTestFinished(async () => {
    lists.close()
    fresh.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const index = new SqliteFileIndex(database, { fileStored: () => {}, fileRemoved: () => {} })
  const counted = (sql: string) => fresh.prepare(sql).all() as Row[]
  return { database, index, lists, counted }
}

function freshly(counted: (sql: string) => Row[], input: FileFilterInput, sort: FileSort) {
  const { status, types: _, text, ...query } = queryOf(fileFilter.parse(input))
  const groups: Record<string, string> = {
    'image/*': `mime LIKE 'image/%'`,
    audio: `mime LIKE 'audio/%'`,
    'other,documents': `mime NOT LIKE 'image/%' AND mime NOT LIKE 'video/%' AND mime NOT LIKE 'audio/%'`,
  }
  const conditions = [
    `trashed = ${status === 'trashed' ? 1 : 0}`,
    groups[input.type ?? ''],
    query.owner && `hash IN (SELECT hash FROM file_owners WHERE pubkey = '${query.owner}')`,
    text && `(instr(folded, '${text}') > 0 OR (length('${text}') > 3 AND hash LIKE '${text}%'))`,
    query.minBytes && `bytes >= ${query.minBytes} AND bytes <= ${query.maxBytes}`,
    query.from && `received_at >= ${query.from} AND received_at < ${query.to}`,
  ].filter(Boolean)
  const order = {
    newest: 'received_at DESC, hash DESC',
    oldest: 'received_at, hash',
    largest: 'bytes DESC, hash DESC',
    smallest: 'bytes, hash',
    name: 'folded, hash',
  }[sort]
  return counted(`SELECT hash, bytes, received_at FROM files WHERE ${conditions.join(' AND ')} ORDER BY ${order}`)
}

function expectSame(lists: FileLists, counted: (sql: string) => Row[]): void {
  const some = String(counted('SELECT max(hash) AS hash FROM files')[0]?.hash)
  for (const input of [...filters, { q: some.slice(0, 4) }, { q: some.slice(0, 9) }]) {
    const query = queryOf(fileFilter.parse(input))
    for (const sort of fileSorts) {
      const rows = freshly(counted, input, sort)
      const amount = { files: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) }
      const hashes = rows.map(({ hash }) => hash)
      expect(lists.page(query, { sort, offset: 0, limit: 5000 }), JSON.stringify([input, sort])).toEqual({
        hashes,
        amount,
      })
      expect(lists.page(query, { sort, offset: 3, limit: 5 }).hashes).toEqual(hashes.slice(3, 8))
      expect(lists.amount(query)).toEqual(amount)
      const months = Map.groupBy(rows, ({ received_at }) => monthOf(Number(received_at)))
      const byMonth = new Map(lists.months(query).map(({ month, files }) => [month, files]))
      expect(byMonth).toEqual(new Map([...months].map(([month, { length }]) => [month, length])))
    }
  }
  const stores = lists.stores().sort((one, other) => one.store - other.store)
  expect(stores).toEqual(counted('SELECT store, count(*) AS files, sum(bytes) AS bytes FROM files GROUP BY store'))
}

async function change(
  { database, index, counted }: Awaited<ReturnType<typeof openIndex>>,
  draw: ReturnType<typeof drawFrom>,
) {
  const pick = <Item>(from: readonly Item[]) => from[draw(from.length)] as Item
  const known = counted('SELECT hash FROM files').map(({ hash }) => String(hash))
  const hash =
    draw(3) === 0 || known.length === 0
      ? draw(2 ** 30)
          .toString(16)
          .padStart(8, '0')
          .repeat(8)
      : pick(known)
  const pubkey = pick(people)
  const file = { hash, mime: pick(types), bytes: 1 + draw(4000), store: pick(['disk', 's3'] as const) }
  const uploadedAt = 1_767_225_600 + draw(200 * 86_400)
  const changes = [
    () => index.add({ ...file, uploadedAt, name: pick(names) }, pubkey),
    () => index.add({ ...file, uploadedAt, name: pick(names) }, pubkey),
    () => index.add({ ...file, uploadedAt, name: pick(names) }, pubkey),
    () => index.release(hash, { eventId: String(draw(2 ** 30)), pubkey, expiresAt: 9e9 }, 0),
    () => index.expire(hash, pubkey, 5),
    () => index.trash([hash, pick(known) ?? hash], { at: 5, job: null, by: null }),
    () => index.restore([hash]),
    () => index.purge(hash),
    () => index.remove(hash),
    () => index.relocate(hash, file.store),
    () => draw(5) === 0 && index.ban([{ hash, alike: 0, reason: '', at: 5, by: '' }]),
    () => database.transact(tx => tx.run('UPDATE files SET folded = ?, bytes = bytes + 1 WHERE hash = ?', 'new', hash)),
  ]
  // What a banned file refuses.
  await Promise.resolve(pick(changes)()).catch(() => {})
}

describe('lists in memory', () => {
  it.each([1, 2, 3])('are what a fresh count finds after random changes, seed %i', async seed => {
    const parts = await openIndex()
    const draw = drawFrom(seed)
    for (let round = 0; round < 12; round += 1) {
      const changes = draw(60)
      for (let at = 0; at < changes; at += 1) await change(parts, draw)
      expectSame(parts.lists, parts.counted)
    }
    const asIfStarted = new FileLists(parts.database.path)
    onTestFinished(() => asIfStarted.close())
    expectSame(asIfStarted, parts.counted)
  })

  it('are read again after more changes than are noted', async () => {
    const { database, lists, counted } = await openIndex()
    expectSame(lists, counted)
    const add = (from: number, count: number) =>
      database.transactReplayable(tx =>
        tx.run(
          `INSERT INTO files (hash, mime, bytes, received_at, name, folded)
           WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
           SELECT printf('%064x', i), 'image/png', i, 1767225600 + i, '', '' FROM n`,
          from,
          from + count - 1,
        ),
      )
    const total = () => lists.amount(queryOf(fileFilter.parse({}))).files
    add(0, 12_000)
    expect(total()).toBe(12_000)
    add(12_000, 3000)
    expect(total()).toBe(15_000)
    database.transactReplayable(tx => tx.run('DELETE FROM files WHERE bytes < 11000'))
    expect(total()).toBe(4000)
    database.transactReplayable(tx => tx.run('DELETE FROM files WHERE bytes < 14000'))
    expectSame(lists, counted)
    expect(counted('SELECT count(*) AS noted FROM file_changes')).toEqual([{ noted: 10_000 }])
  })
})

it('text compares as its bytes do', () => {
  const texts = ['', 'a', 'ab', 'b', 'ä', '\ud7ff', '\ue000', '\uffff', '🐝', '🐝a', '\u{10ffff}']
  for (const one of texts)
    for (const other of texts)
      expect(Math.sign(compareText(one, other))).toBe(Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other))))
})
