import { expect, it } from 'vitest'
import { runInParts } from './bulk.ts'

const items = [1, 2, 3, 4, 5, 6, 7]

it('the first failure ends it, and what was not done is told with the reason', async () => {
  const tried: (readonly number[])[] = []
  const error = new Error('no')
  const result = await runInParts(items, 3, async part => {
    tried.push(part)
    if (part.includes(5)) throw error
    return part.length
  })
  expect(result).toEqual({ answers: [3], undone: 4, error })
  expect(tried).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
})

it('each item is worked on once, in parts that are no larger than they may be', async () => {
  const progress: number[] = []
  const { answers, undone } = await runInParts(
    items,
    3,
    async part => part,
    done => progress.push(done),
  )
  expect([answers, undone, progress]).toEqual([[[1, 2, 3], [4, 5, 6], [7]], 0, [3, 6, 7]])
})
