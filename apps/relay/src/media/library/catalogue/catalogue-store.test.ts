import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FileFilterInput,
  type FileSort,
  fileFilter,
  fileSorts,
  rangeFilesMax,
} from '@hornets/contract/admin/files/catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RelayDatabase } from '../../../database/relay-database.ts'
import { type CatalogueParts, FileCatalogue } from './catalogue-service.ts'
import { CatalogueStore } from './catalogue-store.ts'
import { FileFinder } from './file-finder.ts'
import { queryOf, readCursor } from './file-query.ts'
import { FileLists } from './listing/file-lists.ts'
import { type ListReader, ListThread } from './listing/list-thread.ts'

const files = 100_000
/** A page of the list, whatever the filter. Some 4 ms on a quiet machine. */
const pageMsMax = 20
const changeMsMax = 1

const heavyOwner = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const sharer = 'c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'

let folder: string
let database: RelayDatabase
let lists: FileLists
let store: CatalogueStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-catalogue-'))
  database = await RelayDatabase.open(join(folder, 'relay.db'))
  fill()
  lists = new FileLists(database.path)
  const ask = (async (name: 'stores', ...about: []) => lists[name](...about)) as ListReader['ask']
  store = new CatalogueStore({ reads: database.reads, lists: { ask } })
  for (const sort of fileSorts) lists.page(queryOf(fileFilter.parse({})), { sort, offset: 0, limit: 1 })
}, 120_000)
afterAll(async () => {
  lists.close()
  await database.close()
  await rm(folder, { recursive: true })
})

function fill(): void {
  database.transactReplayable(tx => {
    tx.run(
      `INSERT INTO files (hash, mime, bytes, received_at, name, folded, owner, trashed)
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT lower(hex(randomblob(32))),
         CASE i % 8 WHEN 0 THEN 'video/mp4' WHEN 1 THEN 'audio/mpeg' WHEN 2 THEN 'application/pdf' ELSE 'image/jpeg' END,
         1000 + (i * 7919) % 5000000, 1600000000 + i * 1500, 'Holiday ' || i || '.jpg', 'holiday ' || i || '.jpg',
         CASE i % 2 WHEN 0 THEN ? ELSE lower(hex(randomblob(32))) END, i % 100 = 99 FROM n`,
      files - 1,
      heavyOwner,
    )
    tx.run('INSERT INTO file_owners (hash, pubkey, uploaded_at, shared) SELECT hash, owner, received_at, 0 FROM files')
    tx.run(
      `INSERT INTO file_owners (hash, pubkey, uploaded_at, shared)
       SELECT hash, ?, received_at, 1 FROM files WHERE bytes % 4 = 0`,
      sharer,
    )
  })
}

const filters: Record<string, FileFilterInput> = {
  nothing: {},
  'a common type': { type: 'image/*' },
  'a group of many types': { type: 'other,documents' },
  'an owner of half of them': { owner: heavyOwner },
  'an owner who shares a quarter': { owner: sharer },
  'a word that every name holds': { q: 'holiday' },
  'words that no name holds': { q: 'no such words' },
  'an owner, a type and words that no name holds': { owner: heavyOwner, type: 'audio', q: 'no such words' },
  'the beginning of a hash': { q: 'abcd' },
  'a size that few have': { min_bytes: 4_999_900 },
  'a month': { from: '2021-01-01T00:00:00Z', to: '2021-02-01T00:00:00Z' },
  'the trash': { status: 'trashed' },
}

function touchFile(): void {
  database.transactReplayable(tx => tx.run('UPDATE files SET store = 0 WHERE hash = (SELECT min(hash) FROM files)'))
}

async function bestMs(work: () => Promise<unknown>, msMax = pageMsMax): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && best > msMax; turn++) {
    touchFile()
    best = Math.min(best, await ownMs(work))
  }
  return best
}

async function ownMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

describe(`a page over ${files} files takes at most ${pageMsMax} ms`, () => {
  it.each(Object.entries(filters))(
    'filtered by %s: in every order, at the end too, with the number of all',
    async (_name, filter) => {
      const query = queryOf(fileFilter.parse(filter))
      const took: Record<string, number> = {}
      for (const sort of fileSorts) took[sort] = await bestMs(() => store.page(query, { sort, offset: 0, limit: 100 }))
      took.last = await bestMs(() => store.page(query, { sort: 'newest', offset: files - 200, limit: 100 }))
      took.amount = await bestMs(() => store.amount(query))
      took.months = await bestMs(() => store.months(query))
      took.stores = await bestMs(async () => lists.stores())
      expect(Object.entries(took).filter(([, ms]) => ms > pageMsMax)).toEqual([])
    },
  )
})

it('filters again only what has changed', async () => {
  const took: Record<string, number> = {}
  for (const [name, filter] of Object.entries(filters)) {
    const query = queryOf(fileFilter.parse(filter))
    await store.months(query)
    took[name] = await bestMs(() => Promise.all([store.amount(query), store.months(query)]), changeMsMax)
  }
  expect(Object.entries(took).filter(([, ms]) => ms > changeMsMax)).toEqual([])
})

describe(`searching ${files} files`, () => {
  const finder = () => new FileFinder(store)
  it.each([
    ['the beginning of a hash', () => finder().byHash('abcd', 8)],
    ['an owner of half of them', () => finder().ofOwner(heavyOwner, 8)],
    ['words that no name holds', () => finder().byName('no such words', 8)],
  ] as const)(`by %s takes at most ${pageMsMax} ms`, async (_name, find) => {
    expect(await bestMs(find)).toBeLessThan(pageMsMax)
  })

  it('finds the latest first, and the oldest', async () => {
    const named = async (text: string) => (await finder().byName(text, 3)).map(({ name }) => name)
    expect(await named('holiday 9999')).toEqual(['Holiday 99998.jpg', 'Holiday 99997.jpg', 'Holiday 99996.jpg'])
    expect(await named('HOLIDAY 1.jpg')).toEqual(['Holiday 1.jpg'])
    const owned = await finder().ofOwner(heavyOwner, 2)
    expect(owned.map(({ name }) => name)).toEqual(['Holiday 99998.jpg', 'Holiday 99996.jpg'])
  })
})

describe('a range', () => {
  const catalogue = () => new FileCatalogue({ store } as unknown as CatalogueParts)
  const narrowed = { type: 'image/*', owner: sharer }
  const ask = (sort: FileSort, first = '', last = '') =>
    catalogue().range({ ...fileFilter.parse(narrowed), sort, first, last })

  it.each(fileSorts.map(sort => [sort] as [FileSort]))(
    'returns all files between two of a list sorted by %s, in either direction',
    async sort => {
      const query = queryOf(fileFilter.parse(narrowed))
      const listed = lists.page(query, { sort, offset: 7, limit: 2015 }).hashes
      const { files: between } = await ask(sort, listed[0], listed.at(-1))
      expect(between.map(({ hash }) => hash)).toEqual(listed)
      expect(await ask(sort, listed.at(-1), listed[0])).toEqual({ files: between })
      const bytes = [...(await store.byHashes(listed)).values()].reduce((sum, row) => sum + row.bytes, 0)
      expect(between.reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes)
      expect((await ask(sort, listed[0], listed[0])).files).toHaveLength(1)
    },
  )

  it(`returns at most ${rangeFilesMax} files`, async () => {
    const query = queryOf(fileFilter.parse(narrowed))
    const listed = lists.page(query, { sort: 'newest', offset: 0, limit: rangeFilesMax + 1 }).hashes
    expect((await ask('newest', listed[0], listed.at(-2))).files).toHaveLength(rangeFilesMax)
    await expect(ask('newest', listed[0], listed.at(-1))).rejects.toMatchObject({ code: 'bad_request' })
    await expect(ask('newest', listed[0], 'f'.repeat(64))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the thread that serves', () => {
  it('does not read the list itself', async () => {
    const lists = new ListThread(database.path)
    onTestFinished(() => lists.close())
    const threaded = new CatalogueStore({ reads: database.reads, lists })
    let asked = 0
    const fresh = (from: CatalogueStore) => {
      const query = queryOf(fileFilter.parse({ q: `no such words ${asked++}` }))
      return ownMs(async () => expect(await from.amount(query)).toEqual({ files: 0, bytes: 0 }))
    }
    await fresh(threaded)
    const took = []
    for (let turn = 0; turn < 5; turn++) took.push(await fresh(threaded))
    expect(Math.min(...took)).toBeLessThan((await fresh(store)) / 2)
  })

  it('returns an error when the database refuses a statement, and continues afterwards', async () => {
    await expect(sql`SELECT no_such_column FROM files`.execute(database.scans)).rejects.toThrow('no such column')
    await expect(sql`DELETE FROM files`.execute(database.scans)).rejects.toThrow('readonly')
    expect((await sql`SELECT 1 AS one`.execute(database.scans)).rows).toEqual([{ one: 1 }])
  })
})

describe('an owner', () => {
  const trashed = (owner: string) => store.amount(queryOf(fileFilter.parse({ owner, status: 'trashed', q: 'holiday' })))

  it('shows a trashed file to all its owners immediately', async () => {
    const before = await trashed(sharer)
    const [hash = ''] = lists.page(queryOf(fileFilter.parse({ owner: sharer })), {
      sort: 'newest',
      offset: 0,
      limit: 1,
    }).hashes
    database.transact(tx => tx.run('UPDATE files SET trashed = 1 WHERE hash = ?', hash))
    expect((await trashed(sharer)).files).toBe(before.files + 1)
    database.transact(tx => tx.run('UPDATE files SET trashed = 0 WHERE hash = ?', hash))
    expect(await trashed(sharer)).toEqual(before)
  })
})

describe('pages by cursor', () => {
  it.each(fileSorts.map(sort => [sort] as [FileSort]))('contain every file once in the order by %s', async sort => {
    const query = queryOf(fileFilter.parse({ q: 'holiday 99' }))
    const whole = lists.page(query, { sort, offset: 0, limit: 2000 }).hashes
    const paged: string[] = []
    let after: ReturnType<typeof readCursor> | undefined
    for (;;) {
      const { rows } = await store.page(query, { sort, after, offset: 0, limit: 77 })
      const last = rows.at(-1)
      if (!last) break
      paged.push(...rows.map(({ hash }) => hash))
      const value =
        sort === 'name' ? last.folded : sort.endsWith('est') && /larg|small/.test(sort) ? last.bytes : last.received_at
      after = { value, hash: last.hash }
    }
    expect(paged).toEqual(whole)
    expect(whole.length).toBeGreaterThan(1000)
  })

  it('refuses cursors of another order and malformed ones', () => {
    const cursor = Buffer.from(JSON.stringify(['largest', 5, 'a'.repeat(64)])).toString('base64url')
    expect(readCursor('largest', cursor)).toEqual({ value: 5, hash: 'a'.repeat(64) })
    for (const wrong of [cursor.slice(1), '', 'e30'])
      expect(() => readCursor('largest', wrong)).toThrow('does not belong')
    expect(() => readCursor('newest', cursor)).toThrow('does not belong')
  })
})
