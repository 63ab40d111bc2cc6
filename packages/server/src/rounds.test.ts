import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Rounds } from './rounds.ts'

const noon = Date.parse('2026-08-31T12:00:00Z')
const logger = { error: vi.fn() }
const rounds = new Rounds({ now: () => noon, logger })

beforeEach(() => {
  vi.useFakeTimers()
  logger.error.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs at its interval until it is closed', async () => {
  const work = vi.fn()
  const round = rounds.open({ name: 'sweep', everyMs: 1000, work })
  await vi.advanceTimersByTimeAsync(999)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2001)
  expect(work).toHaveBeenCalledTimes(3)
  await round.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(3)
})

it('runs first at the requested time', async () => {
  const work = vi.fn()
  const round = rounds.open({ name: 'sweep', everyMs: 1000, firstAfterMs: 10, work })
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(1)
  await round.close()
})

it('never overlaps, and gives those who ask during a run its result', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const work = vi.fn(() => promise)
  const round = rounds.open({ name: 'sweep', everyMs: 1000, work })
  const first = round.run()
  await vi.advanceTimersByTimeAsync(3000)
  const second = round.run()
  resolve(7)
  expect(await Promise.all([first, second])).toEqual([7, 7])
  expect(work).toHaveBeenCalledTimes(1)
  await round.close()
})

it('tells its last run and error, and logs the error with its name', async () => {
  let fails = true
  const work = () => {
    if (fails) throw new Error('disk away')
  }
  const round = rounds.open({ name: 'sweep', everyMs: 1000, work })
  expect(rounds.states()).toEqual([{ name: 'sweep', everyMs: 1000, isRunning: false, lastAt: null, lastError: null }])
  expect(await round.run()).toBeUndefined()
  expect(rounds.states()).toMatchObject([{ lastAt: '2026-08-31T12:00:00.000Z', lastError: 'disk away' }])
  expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ round: 'sweep' }), 'a round failed')
  fails = false
  await round.run()
  expect(rounds.states()).toMatchObject([{ lastError: null }])
  await round.close()
  expect(rounds.states()).toEqual([])
})

it('waits for a run in progress when it is closed, and no longer logs how that ends', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const round = rounds.open({ name: 'sweep', everyMs: 1000, work: () => promise })
  void round.run()
  const closed = round.close()
  reject(new Error('stopped'))
  await closed
  expect(logger.error).not.toHaveBeenCalled()
})
