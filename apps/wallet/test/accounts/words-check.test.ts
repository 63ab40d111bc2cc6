import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { backUp, checkWords, health, lock, setUp } from '@hornets/contract/wallet/set-up'
import { listAudit } from '@hornets/contract/wallet/sign-in'
import { afterEach, expect, test } from 'vitest'
import { wordsOfEntropy } from '../../src/keys/secrets/mnemonic.ts'
import { password, World } from '../support/world.ts'

const opened: World[] = []

afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

async function open(): Promise<World> {
  const world = await World.open(undefined, { source: 'none' })
  opened.push(world)
  return world
}

const isUnchecked = async (world: World) => (await world.operator.call(health)).body.words_unchecked

const placed = (words: readonly string[], ...positions: number[]) =>
  positions.map(position => ({ position, word: words[position - 1] ?? '' }))

const check = (world: World, words: ReturnType<typeof placed>, given = password) =>
  world.operator.call(checkWords, { body: { password: given, words } })

test('the check of new words stays due until three right words in their places end it, also after a restart and while locked (DESK-15)', async () => {
  const world = await open()
  expect(await isUnchecked(world)).toBeUndefined()
  const words = await world.create()
  expect(await isUnchecked(world)).toBe(true)
  await world.operator.call(backUp, { body: { password } })
  await world.restart()
  expect(await isUnchecked(world)).toBe(true)

  const [first, , third] = placed(words, 1, 2, 3)
  const swapped = [...placed(words, 1, 2), { position: 3, word: words[3] === words[2] ? 'zoo' : `${words[3]}` }]
  const refusal = { status: 400, body: { code: 'invalid_fields', error: walletMessages.wordsNotTheirs } }
  expect(await check(world, swapped)).toMatchObject(refusal)
  expect(await check(world, placed(words, 2, 2, 2))).toMatchObject(refusal)
  expect(await check(world, [...placed(words, 1, 2), { position: 13, word: '' }])).toMatchObject(refusal)
  expect((await check(world, placed(words, 1, 2))).status).toBe(400)
  expect(await check(world, placed(words, 1, 2, 3), 'another password')).toMatchObject({ status: 403 })
  expect(await isUnchecked(world)).toBe(true)

  await world.operator.call(lock)
  const spelled = [first, { position: 12, word: ` ${words[11]?.toUpperCase()} ` }, third] as ReturnType<typeof placed>
  expect((await check(world, spelled)).status).toBe(200)
  expect((await world.operator.call(health)).body).toMatchObject({ wallet: 'locked' })
  expect(await isUnchecked(world)).toBeUndefined()
  await world.restart()
  expect(await isUnchecked(world)).toBeUndefined()
})

test('reveals no word in answers or audit log, and wipes guesses after the check', async () => {
  const world = await open()
  const words = await world.create()
  const wrong = await check(world, [...placed(words, 1, 2), { position: 3, word: 'zzz' }])
  const right = await check(world, placed(words, 4, 5, 6))
  const rows = (await world.operator.call(listAudit, { query: { limit: 500 } })).body
  const ofChecks = rows.filter(({ action }) => action === 'words.check')
  expect(ofChecks.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
  // Values only: a phrase of chance can have a word that is the name of a field, such as 'action'.
  const told = JSON.stringify([wrong.body, right.body, ofChecks])
    .replace(/"\w+":/g, '')
    .split(/[^a-z]+/)
  expect(words.filter(word => told.includes(word) && !walletMessages.wordsNotTheirs.includes(word))).toEqual([])
  const guess = [1, 2, 3].map(position => ({ position, word: 'zzz' }))
  expect((await check(world, guess, 'another password')).status).toBe(200)
})

test('does not ask to check the words of a restored wallet', async () => {
  const world = await open()
  const words = wordsOfEntropy(new Uint8Array(16))
  await world.operator.call(setUp, { body: { mode: 'restore', words, password } })
  expect(await isUnchecked(world)).toBeUndefined()
})
