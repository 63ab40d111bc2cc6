import { expect, it } from 'vitest'
import { type JudgedWith, previewOf } from './preview.ts'

it.each([
  ['basic', 0.5, 'block'],
  ['basic', 0.56, 'flag'],
  ['basic', 0.93, 'allow'],
  ['strict', 0.6, 'flag'],
  ['full', 0.7, 'block'],
] as const)('predicts the built-in judge by the shares that it names: %s at %d would %s', (mode, threshold, name) => {
  const explanation = 'hentai 0.3, porn 0.25, neutral 0.2, sexy 0.15, drawing 0.1; mode strict, threshold 0.4'
  const verdict = { decision: 'BLOCK', confidence: 0.55, explanation, mode: 'strict', threshold: 0.4 } as const
  expect(previewOf([verdict], { mode, threshold }).changed).toMatchObject({ [name]: 1, unknown: 0 })
})

it("estimates another service's verdicts by their confidence, and says what its other modes leave open", () => {
  const said = { explanation: 'seen', mode: 'basic', threshold: 0.5 } as const
  const verdicts: JudgedWith[] = [
    { ...said, decision: 'ALLOW', confidence: 0.98 },
    { ...said, decision: 'ALLOW', confidence: 0.65 },
    { ...said, decision: 'FLAG', confidence: 0.45 },
    { ...said, decision: 'BLOCK', confidence: 0.6 },
    { ...said, decision: 'ALLOW', confidence: 0, mode: null, threshold: null },
  ]
  const now = { allow: 3, flag: 1, block: 1 }
  const preview = (mode: 'basic' | 'full', threshold: number) => previewOf(verdicts, { mode, threshold })
  expect(preview('basic', 0.5)).toEqual({ judged: 5, now, changed: { ...now, unknown: 0 } })
  expect(preview('basic', 0.3).changed).toEqual({ allow: 2, flag: 0, block: 3, unknown: 0 })
  expect(preview('basic', 0.7).changed).toEqual({ allow: 3, flag: 2, block: 0, unknown: 0 })
  expect(preview('full', 0.5)).toEqual({ judged: 5, now, changed: { allow: 1, flag: 0, block: 0, unknown: 4 } })
})
