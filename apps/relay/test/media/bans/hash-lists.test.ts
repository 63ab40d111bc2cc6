import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { BanLists } from '../../../src/judges/ban-lists.ts'
import { MediaJudging } from '../../../src/judges/media-judging.ts'
import { writeMedia } from '../../../src/judges/media-reader.ts'
import { png, sha256 } from '../media-world.ts'
import { alike, type BansWorld, banned, judge, openBansWorld, picture, told } from './bans-world.ts'

const [stored, foreign] = [png(600), png(601)]

let world: BansWorld
beforeEach(async () => {
  world = await openBansWorld()
})
afterEach(() => world.close())

const importShared = () => {
  const text = `${sha256(foreign)},"Known, elsewhere"\n${sha256(stored)}\nnonsense\n`
  return world.lists().importList({ text, reason: 'Shared list' }, judge)
}

it('bans the files of an imported list, stored or not, before they are judged', async () => {
  await world.keep(stored)
  expect(await importShared()).toEqual({ banned: 2, deleted: 1, refused: [{ line: 3, error: fileMessages.notHash }] })
  expect(await world.isServed(stored)).toBe(false)
  expect(await told(world.send(stored))).toEqual(banned)
  expect(await told(world.send(foreign))).toEqual(banned)
})

it('keeps the reason of a file that a list names again', async () => {
  await importShared()
  const hash = sha256(foreign)
  expect(await world.lists().importList({ text: hash, reason: 'Again' }, judge)).toMatchObject({ banned: 0 })
  const { bans } = await world.bans().list({ q: hash.slice(0, 12).toUpperCase(), limit: 5, offset: 0 })
  expect(bans).toMatchObject([{ hash, reason: 'Known, elsewhere' }])
})

it('finds bans by the beginning of a hash or part of a reason', async () => {
  await importShared()
  const found = async (q: string) => (await world.bans().list({ q, limit: 5, offset: 0 })).total
  expect([await found('elsewhere'), await found('nothing of this'), await found(''), await found('shared')]).toEqual([
    1, 0, 2, 1,
  ])
})

it('exports a list that another relay imports', async () => {
  await importShared()
  const other = await openBansWorld()
  try {
    const text = await world.lists().exportList('json')
    expect(await other.lists().importList({ text, reason: 'Unused' }, judge)).toMatchObject({ banned: 2, refused: [] })
    const reasons = (await other.bans().list({ limit: 5, offset: 0 })).bans.map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['Known, elsewhere', 'Shared list'])
  } finally {
    await other.close()
  }
})

/** What another relay exports of the images that look like pictures 7 and 8. */
let images: string
beforeAll(async () => {
  const source = await openBansWorld()
  try {
    for (const near of [await source.keep(await picture(7)), await source.keep(await picture(8))])
      await source.bans().ban({ hashes: [near], near, reason: 'Known' }, judge)
    const lines = (await source.lists().exportList('lines')).split('\n')
    images = lines.filter(line => line.startsWith('pdq:')).join('\n')
  } finally {
    await source.close()
  }
})

/** An image in a note, as moderation judges it once an operator has imported lists. */
async function judgedElsewhere(content: Buffer) {
  let isAsked = false
  const judging = new MediaJudging({
    store: { verdictOf: async () => null },
    bans: new BanLists(world.media.guard),
    judge: {
      isResting: false,
      async judge() {
        isAsked = true
        return {
          decision: 'ALLOW',
          content_level: 0,
          explanation: '',
          confidence: 1,
          category: '',
          mode: 'full',
          threshold: 0.7,
        }
      },
    },
    media: {
      stored: async () => null,
      fetched: async (_url, _timeoutMs, folder) => ({
        ...(await writeMedia([content], folder)),
        mimeType: 'image/jpeg',
      }),
    },
    settings: { get: () => ({ timeout: 1, temp_dir: '' }) as never },
    logger: createLogger({ name: 'test', level: 'fatal' }),
  })
  const judged = await judging.judge({ subject: 'url:https://elsewhere.example/a.jpg', author: 'a', tries: 0 })
  return judged === 'later' ? [judged] : [judged.verdict?.decision, judged.verdict?.explanation, isAsked]
}

it('refuses and blocks images that look like one that a list names, before any model, and moves stored ones to the trash, without a thumbnail (MODERATE-33)', async () => {
  const [copy, small] = [await picture(7, { width: 400, quality: 60 }), await picture(8, { width: 300 })]
  const [unlike, named] = [await picture(9), await picture(10)]
  await world.keep(small)
  expect(await world.lists().importList({ text: `${images}\n${sha256(named)}`, reason: 'From afar' }, judge)).toEqual({
    banned: 3,
    deleted: 1,
    refused: [],
  })
  expect(await world.isServed(small)).toBe(false)
  expect(await told(world.send(copy))).toEqual(alike)
  for (const bytes of [copy, named]) expect(await judgedElsewhere(bytes)).toEqual(['BLOCK', 'From afar', false])
  expect(await judgedElsewhere(unlike)).toEqual(['ALLOW', '', true])
  expect((await world.send(unlike)).ok).toBe(true)
  const { files } = await world.media.manager.similar.list({ limit: 10, offset: 0 })
  const refused = files.find(file => file.hash === sha256(copy))
  expect(refused).toMatchObject({ refused: true, thumbnail: '', banned: { reason: 'From afar', file: null } })
  await world.media.manager.similar.allow(sha256(copy), judge)
  expect((await world.send(copy)).ok).toBe(true)
})

it('unbans the images of a list together', async () => {
  await world.lists().importList({ text: images, reason: 'From afar' }, judge)
  expect(await world.lists().imageLists()).toMatchObject({ lists: [{ reason: 'From afar', hashes: 2 }] })
  const copy = await picture(7, { width: 420 })
  expect(await told(world.send(copy))).toEqual(alike)
  expect(await world.lists().removeImages({ reason: 'From afar' }, judge)).toEqual({ removed: 2 })
  expect((await world.send(copy)).ok).toBe(true)
  expect(await world.lists().imageLists()).toEqual({ lists: [] })
})
