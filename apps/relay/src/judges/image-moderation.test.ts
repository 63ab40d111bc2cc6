import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AdminDatabase } from '../database/admin-database.ts'
import { BanLists } from './ban-lists.ts'
import type { Verdict } from './image-judge.ts'
import { ImageModeration } from './image-moderation.ts'
import { JudgeStore } from './judge-store.ts'
import { writeMedia } from './media-reader.ts'
import { fileSubject } from './subject.ts'

const allowed: Verdict = {
  decision: 'ALLOW',
  content_level: 0,
  explanation: '',
  confidence: 1,
  category: 'neutral',
  mode: 'full',
  threshold: 0.7,
}
const author = 'a'.repeat(64)
const address = (name: string) => `https://media.example/${name}.png`
const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')

let folder: string
let database: AdminDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-moderation-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

function openModeration(...banned: string[]) {
  const asked: string[] = []
  const store = new JudgeStore(database.reads)
  const moderation = new ImageModeration({
    database,
    store,
    now: () => 1,
    logger: createLogger({ name: 'test', level: 'fatal' }),
    cases: { settle: async () => {}, removeExpired: async () => {} } as never,
    bans: new BanLists({ reasonOf: async ({ hash }) => (banned.some(name => hashOf(name) === hash) ? 'Known' : null) }),
    judge: {
      isResting: false,
      async judge(content) {
        asked.push(String(content))
        return allowed
      },
    },
    media: {
      fetched: async (url, _timeoutMs, place) => ({
        ...(await writeMedia([Buffer.from(url.replace(/^.*\/|\.png$/g, ''))], place)),
        mimeType: 'image/png',
      }),
      stored: async () => null,
    },
    events: { held: async function* () {} },
    files: {} as never,
    isOurs: () => false,
    relayKey: () => '',
    settings: { get: () => ({ enabled: true, concurrency: 1, timeout: 1, temp_dir: '' }) as never },
  })
  return {
    asked,
    store,
    async judge(...names: string[]) {
      const id = names.join('-')
      const content = names.map(address).join(' ')
      const event = { id, pubkey: author, kind: 1, content, tags: [], created_at: 1, sig: '' }
      moderation.take(event, true)
      await moderation.settled()
      await moderation.round()
    },
    verdictOn: async (name: string) => (await store.verdictOf(`url:${address(name)}`))?.decision,
  }
}

it('blocks what a list names before any judge sees it, and asks the judge about everything else (MODERATE-33)', async () => {
  const { asked, judge, store, verdictOn } = openModeration('listed')
  await judge('listed', 'other')
  expect(asked).toEqual(['other'])
  expect([await verdictOn('listed'), await verdictOn('other')]).toEqual(['BLOCK', 'ALLOW'])
  expect(await store.verdictOf(fileSubject(hashOf('listed')))).toMatchObject({ explanation: 'Known', mode: null })
})

it('blocks what was allowed by the judge and is named by a list since, unless an operator allowed it (MODERATE-33)', async () => {
  const before = openModeration()
  await before.judge('judged', 'released')
  await database.transact(tx => before.store.overrule(tx, [fileSubject(hashOf('released'))], 'ALLOW'))
  const { asked, judge, verdictOn } = openModeration('judged', 'released')
  await judge('copy/judged', 'copy/released')
  expect(asked).toEqual([])
  expect([await verdictOn('copy/judged'), await verdictOn('copy/released')]).toEqual(['BLOCK', 'ALLOW'])
})
