import { expect, it } from 'vitest'
import type { Verdict } from './image-judge.ts'
import { SizeJudge } from './size-judge.ts'

const allowed: Verdict = {
  decision: 'ALLOW',
  content_level: 0,
  explanation: '',
  confidence: 1,
  category: 'neutral',
  mode: 'full',
  threshold: 0.7,
}
const judge = new SizeJudge({ judge: async () => allowed }, 10)

it('flags an image below the least size', async () => {
  expect(await judge.judge(Buffer.alloc(9), 'image/png')).toMatchObject({ decision: 'FLAG' })
})

it('asks the other judge about larger images', async () => {
  expect(await judge.judge(Buffer.alloc(10), 'image/png')).toBe(allowed)
})
