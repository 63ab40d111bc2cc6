import { expect, it } from 'vitest'
import { runBulk } from './bulk.ts'

it('one failure does not stop the others, and is handed back with its item', async () => {
  const result = await runBulk([1, 2, 3], async item => {
    if (item === 2) throw new Error('no')
  })
  expect([...result.done].sort()).toEqual([1, 3])
  expect(result.failed.map(({ item }) => item)).toEqual([2])
})

it('never more than six calls are under way, and each item is worked on once', async () => {
  let [running, most] = [0, 0]
  const seen: number[] = []
  const progress: number[] = []
  const items = Array.from({ length: 40 }, (_, index) => index)
  await runBulk(
    items,
    async item => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      seen.push(item)
    },
    ended => progress.push(ended),
  )
  expect(most).toBeLessThanOrEqual(6)
  expect(seen.sort((a, b) => a - b)).toEqual(items)
  expect(progress.at(-1)).toBe(40)
})
