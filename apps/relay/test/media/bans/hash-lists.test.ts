import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { png, sha256 } from '../media-world.ts'
import { type BansWorld, banned, judge, openBansWorld, told } from './bans-world.ts'

const foreign = png(601)

let world: BansWorld
beforeAll(async () => {
  world = await openBansWorld()
})
afterAll(() => world.close())

it('bans the files of an imported list, stored or not, before they are judged', async () => {
  const stored = png(600)
  const hash = await world.keep(stored)
  const text = `${sha256(foreign)},"Known, elsewhere"\n${hash}\nnonsense\n`
  expect(await world.bans().importList({ text, reason: 'Shared list' }, judge)).toEqual({
    ...{ banned: 2, deleted: 1 },
    refused: [{ line: 3, error: fileMessages.notSha256 }],
  })
  expect(await world.isServed(stored)).toBe(false)
  expect(await told(world.send(stored))).toEqual(banned)
  expect(await told(world.send(foreign))).toEqual(banned)
})

it('keeps the reason of a file that a list names again', async () => {
  const hash = sha256(foreign)
  expect(await world.bans().importList({ text: hash, reason: 'Again' }, judge)).toMatchObject({ banned: 0 })
  const { bans } = await world.bans().list({ q: hash.slice(0, 12).toUpperCase(), limit: 5, offset: 0 })
  expect(bans).toMatchObject([{ hash, reason: 'Known, elsewhere' }])
})

it('finds bans by the beginning of a hash or part of a reason', async () => {
  const found = async (q: string) => (await world.bans().list({ q, limit: 5, offset: 0 })).total
  expect([await found('elsewhere'), await found('nothing of this'), await found(''), await found('shared')]).toEqual([
    1, 0, 2, 1,
  ])
})

it('exports a list that another relay imports', async () => {
  const other = await openBansWorld()
  try {
    const text = await world.bans().exportList('json')
    expect(await other.bans().importList({ text, reason: 'Unused' }, judge)).toMatchObject({ banned: 2, refused: [] })
    const reasons = (await other.bans().list({ limit: 5, offset: 0 })).bans.map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['Known, elsewhere', 'Shared list'])
  } finally {
    await other.close()
  }
})
