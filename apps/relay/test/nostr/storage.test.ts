import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

const disk = { room: 1_000_000 }
let engine: Engine
let client: RawClient

beforeAll(async () => {
  engine = await openEngine({
    verifierWorkers: 1,
    limits: { storedBytesPerKeyDayMax: 20 * 1024 },
    room: {
      hasRoomFor: bytes => disk.room >= bytes,
      note: bytes => {
        disk.room -= bytes
      },
    },
  })
  client = await RawClient.connect(engine.url)
})

afterAll(async () => {
  client.close()
  await engine.close()
})

it('reports the time of the next allowance to a key at its daily limit, and serves others', async () => {
  const [greedy, modest] = [signer(), signer()]
  const answers: { accepted: boolean; message: string }[] = []
  for (let at = 0; at < 3; at++)
    answers.push(await client.publish(greedy.sign({ content: `${at}${'x'.repeat(9000)}` })))
  expect(answers.map(({ accepted }) => accepted)).toEqual([true, true, false])
  expect(answers[2]?.message).toMatch(
    /^rate-limited: this key has used its 20 KB for today, which reset at .* 00:00 UTC$/,
  )
  expect(await client.publish(modest.sign({ content: 'hello' }))).toMatchObject({ accepted: true })
})

it('charges nothing for events that are already stored', async () => {
  const note = signer().sign({ content: 'x'.repeat(15_000) })
  for (let at = 0; at < 4; at++) expect(await client.publish(note)).toMatchObject({ accepted: true })
})

it('a disk without room takes no more events, but deletions and what is not kept', async () => {
  const author = signer()
  const note = author.sign({ content: 'before' })
  expect(await client.publish(note)).toMatchObject({ accepted: true })
  const before = disk.room
  disk.room = 0
  expect(await client.publish(author.sign({ content: 'after' }))).toMatchObject({
    accepted: false,
    message: "error: the relay's disk is full, please try again later",
  })
  expect(await client.publish(author.sign({ kind: 20_001, content: 'passing' }))).toMatchObject({ accepted: true })
  expect(await client.publish(author.sign({ kind: 5, tags: [['e', note.id]] }))).toMatchObject({ accepted: true })
  expect(await client.stored({ ids: [note.id] })).toEqual([])
  disk.room = before
})
