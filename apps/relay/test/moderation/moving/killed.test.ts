import { rm } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { makeDataDir } from '../../harness.ts'
import { killMove } from './kill-move.ts'

const dataDir = await makeDataDir()
afterAll(() => rm(dataDir, { recursive: true }))

it('continues a move where it was after two kills, and ends with equal sets of events and files (FAMILY-24)', {
  timeout: 180_000,
}, async () => {
  const killed: string[] = []
  const { done, missing, extra, wrongFiles, firstPages, newestPages } = await killMove({
    dataDir,
    events: 1500,
    files: 60,
    kills: [
      { thing: 'events', share: 0.1 },
      { thing: 'files', share: 0.5 },
    ],
    onKill: text => killed.push(text),
  })
  expect(killed).toEqual(['killed in the events, running', 'killed in the files, running'])
  expect([done.state, missing, extra, wrongFiles]).toEqual(['done', 0, 0, 0])
  // What was stored before a kill and not noted is a duplicate; nothing is lost.
  expect(done.left_out.filter(({ cause }) => cause !== 'duplicate')).toEqual([])
  const [wrong, ...again] = done.things?.flatMap(one => one.left_out) ?? []
  expect(wrong).toEqual({ cause: 'wrong_hash', count: 1, examples: [expect.stringMatching(/^f{64} lost/)] })
  // After a kill between the list and the announced files, one that failed is asked for once more.
  expect([[], [{ cause: 'not_given', count: 1, examples: [`${'f'.repeat(64)} `] }]]).toContainEqual(again)
  // The first pages were read before the kills, and not again.
  expect([newestPages, firstPages]).toEqual([1, 1])
})
