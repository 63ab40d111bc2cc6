import { type JudgeMode, judgeModes } from '@hornets/contract/admin/files/image-shares'
import { expect, test } from 'vitest'
import type { Scores } from './scores.ts'
import { verdictOf, worstOf } from './verdict.ts'

const scores = (given: Partial<Scores>): Scores => ({ drawing: 0, hentai: 0, neutral: 0, porn: 0, sexy: 0, ...given })
const decided = (given: Partial<Scores>, threshold = 0.4) =>
  judgeModes.map(mode => verdictOf(scores(given), mode, threshold).decision)

test.each<[string, Partial<Scores>, [string, string, string]]>([
  ['an explicit image', { porn: 0.9, sexy: 0.1 }, ['BLOCK', 'BLOCK', 'BLOCK']],
  ['a drawn explicit image', { hentai: 0.8 }, ['BLOCK', 'BLOCK', 'BLOCK']],
  ['partial nudity', { sexy: 0.8, porn: 0.02 }, ['ALLOW', 'BLOCK', 'BLOCK']],
  ['an image between both', { sexy: 0.23, porn: 0.2 }, ['ALLOW', 'ALLOW', 'BLOCK']],
  ['a neutral image', { neutral: 0.9, drawing: 0.1 }, ['ALLOW', 'ALLOW', 'ALLOW']],
  ['a drawing', { drawing: 1 }, ['ALLOW', 'ALLOW', 'ALLOW']],
  ['a doubtful image', { porn: 0.3, neutral: 0.7 }, ['FLAG', 'FLAG', 'FLAG']],
])('judges %s in basic, strict and full', (_name, given, decisions) => {
  expect(decided(given)).toEqual(decisions)
})

test('blocks from the threshold on, and flags from six tenths of it', () => {
  const decide = (porn: number) => verdictOf(scores({ porn }), 'basic', 0.5).decision
  expect([0.5, 0.499, 0.3, 0.299].map(decide)).toEqual(['BLOCK', 'FLAG', 'FLAG', 'ALLOW'])
})

test("responds in the family's format, with every class in its explanation", () => {
  expect(verdictOf(scores({ neutral: 0.96, sexy: 0.04 }), 'strict', 0.4)).toEqual({
    content_level: 0,
    decision: 'ALLOW',
    explanation: 'neutral 0.96, sexy 0.04, drawing 0, hentai 0, porn 0; mode strict, threshold 0.4',
    confidence: 0.96,
    category: 'safe',
  })
  const levels = [0, 0.2, 0.3, 0.6, 0.9].map(porn => verdictOf(scores({ porn }), 'basic', 0.4).content_level)
  expect(levels).toEqual([0, 1, 3, 4, 5])
})

test('judges a video by its worst image in the mode asked for', () => {
  const partial = scores({ sexy: 0.9 })
  const explicit = scores({ porn: 0.5 })
  const worst = (mode: JudgeMode) => worstOf([scores({ neutral: 1 }), partial, explicit], mode)
  expect([worst('basic'), worst('strict')]).toEqual([explicit, partial])
  expect(worstOf([], 'basic')).toBeUndefined()
})
