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
  const round = rounds.open({ name: 'trash', everyMs: 1000, work })
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
  const round = rounds.open({ name: 'trash', everyMs: 1000, firstAfterMs: 10, work })
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(1)
  await round.close()
})

it('never overlaps, and gives those who ask during a run its result', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const work = vi.fn(() => promise)
  const round = rounds.open({ name: 'trash', everyMs: 1000, work })
  const first = round.run()
  await vi.advanceTimersByTimeAsync(3000)
  const second = round.run()
  resolve(7)
  expect(await Promise.all([first, second])).toEqual([7, 7])
  expect(work).toHaveBeenCalledTimes(1)
  await round.close()
})

it('reports its last run, duration and error, and logs the error with its name', async () => {
  let fails = true
  const work = async () => {
    await new Promise(done => setTimeout(done, 40))
    if (fails) throw new Error('disk away')
  }
  const round = rounds.open({ name: 'trash', everyMs: 1000, work })
  const never = { last_at: null, last_duration_ms: null, last_error: null }
  expect(rounds.states()).toEqual([{ name: 'trash', every_ms: 1000, is_running: false, is_late: false, ...never }])
  const failed = round.run()
  expect(rounds.states()).toMatchObject([{ is_running: true }])
  await vi.advanceTimersByTimeAsync(40)
  expect(await failed).toBeUndefined()
  const last = { last_at: '2026-08-31T12:00:00.000Z', last_duration_ms: 40 }
  expect(rounds.states()).toMatchObject([{ ...last, is_running: false, last_error: 'disk away' }])
  expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ round: 'trash' }), 'a round failed')
  fails = false
  await vi.advanceTimersByTimeAsync(1040)
  expect(rounds.states()).toMatchObject([{ last_error: null }])
  await round.close()
  expect(rounds.states()).toEqual([])
})

it('is late when a run takes over ten minutes, unless its runs are long', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const lates = () => rounds.states().map(({ is_late }) => is_late)
  const hung = rounds.open({ name: 'trash', everyMs: 1000, work: () => promise })
  const long = rounds.open({ name: 'file_checks', everyMs: 1000, isLong: true, work: () => promise })
  const done = Promise.all([hung.run(), long.run()])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(lates()).toEqual([false, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(lates()).toEqual([true, false])
  resolve()
  await done
  expect(lates()).toEqual([false, false])
  await Promise.all([hung.close(), long.close()])
})

it('is late a minute after two intervals without a run', async () => {
  const round = rounds.open({ name: 'trash', everyMs: 1000, work: vi.fn() })
  await vi.advanceTimersByTimeAsync(1000)
  const last = performance.now()
  vi.clearAllTimers()
  vi.spyOn(performance, 'now').mockReturnValue(last + 62_000)
  expect(rounds.states()).toMatchObject([{ is_late: false }])
  vi.spyOn(performance, 'now').mockReturnValue(last + 62_001)
  expect(rounds.states()).toMatchObject([{ is_late: true }])
  vi.restoreAllMocks()
  await round.close()
})

it('changes its interval, and pauses', async () => {
  const work = vi.fn()
  const round = rounds.open({ name: 'trash', everyMs: null, work })
  await vi.advanceTimersByTimeAsync(5000)
  expect(rounds.states()).toEqual([])
  round.every(1000)
  await vi.advanceTimersByTimeAsync(2000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(rounds.states()).toMatchObject([{ every_ms: 1000 }])
  round.every(300)
  await vi.advanceTimersByTimeAsync(600)
  expect(work).toHaveBeenCalledTimes(4)
  round.every(null)
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(4)
  await round.close()
})

it('waits for a run in progress when it is closed, and no longer logs how that ends', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const round = rounds.open({ name: 'trash', everyMs: 1000, work: () => promise })
  void round.run()
  const closed = round.close()
  reject(new Error('stopped'))
  await closed
  expect(logger.error).not.toHaveBeenCalled()
})
