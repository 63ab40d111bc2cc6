import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/calls/api-error.ts'
import { runInParts } from './bulk.ts'

const items = [1, 2, 3, 4, 5, 6, 7]

it('stops at the first failure and lists the remaining items with the reason', async () => {
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

it('processes each item once, in batches within the limit', async () => {
  const progress: number[] = []
  const { answers, undone } = await runInParts(
    items,
    3,
    async part => part,
    done => progress.push(done),
  )
  expect([answers, undone, progress]).toEqual([[[1, 2, 3], [4, 5, 6], [7]], 0, [3, 6, 7]])
})

it('waits and retries a rate-limited batch, but reports one refused for 30 seconds', async () => {
  vi.useFakeTimers()
  try {
    const tooSoon = new ApiError({ status: 429, code: 'rate_limited', message: 'Too many attempts' })
    let refusals = 2
    const work = vi.fn(async (part: readonly number[]) => {
      if (part.includes(4) && refusals-- > 0) throw tooSoon
      return part.length
    })
    const running = runInParts(items, 3, work)
    await vi.runAllTimersAsync()
    expect(await running).toEqual({ answers: [3, 3, 1], undone: 0, error: undefined })
    expect(work).toHaveBeenCalledTimes(5)

    refusals = Number.POSITIVE_INFINITY
    const refused = runInParts(items, 3, work)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await refused).toEqual({ answers: [3], undone: 4, error: tooSoon })
  } finally {
    vi.useRealTimers()
  }
})
