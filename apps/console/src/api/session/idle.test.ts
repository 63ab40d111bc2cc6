import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type IdleWatch, warnMs, watchIdleness } from './idle.ts'
import { idleMs } from './session.ts'

const minute = 60_000
let stored: Map<string, string>
let page: EventTarget
let watch: IdleWatch | undefined

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  page = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, vi.fn(page[name].bind(page)))
})
afterEach(() => {
  watch?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin() {
  const listeners = { onIdle: vi.fn(), onWarning: vi.fn() }
  watch = watchIdleness(listeners)
  return listeners
}
const happen = (name: string, more: object = {}) => page.dispatchEvent(Object.assign(new Event(name), more))
const otherTabActs = () => {
  stored.set('lastActivity', String(Date.now()))
  happen('storage', { key: 'lastActivity' })
}

describe('AUTH-50, CONST-01: an idle session', () => {
  it('ends after 3,600,000 ms, once, and not a moment before', () => {
    const { onIdle } = begin()
    vi.advanceTimersByTime(3_599_999)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledTimes(1)
    happen('mousemove')
    vi.advanceTimersByTime(2 * idleMs)
    expect(onIdle).toHaveBeenCalledTimes(1)
  })

  it('is announced a minute before its end, until there is activity', () => {
    const { onIdle, onWarning } = begin()
    const endsAt = Date.now() + idleMs
    vi.advanceTimersByTime(idleMs - warnMs - 1)
    expect(onWarning).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onWarning.mock.calls).toEqual([[endsAt]])
    watch?.touch()
    expect(onWarning.mock.calls.at(-1)).toEqual([undefined])
    vi.advanceTimersByTime(idleMs - 1)
    expect(onIdle).not.toHaveBeenCalled()
  })
})

it.each(['mousemove', 'mousedown', 'keydown', 'scroll', 'wheel', 'touchstart', 'touchmove'])(
  'AUTH-50, AUTH-52: %s at 59 min starts the hour again',
  name => {
    const { onIdle } = begin()
    // A scroll inside of the page does not bubble.
    const captured = expect.objectContaining({ capture: true })
    expect(addEventListener).toHaveBeenCalledWith(name, expect.any(Function), captured)
    vi.advanceTimersByTime(59 * minute)
    happen(name)
    vi.advanceTimersByTime(59 * minute)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minute)
    expect(onIdle).toHaveBeenCalledTimes(1)
  },
)

describe('AUTH-50, R-16: the idle hour', () => {
  it('activity in another tab counts here', () => {
    const { onIdle, onWarning } = begin()
    vi.advanceTimersByTime(59.5 * minute)
    otherTabActs()
    expect(onWarning.mock.calls.at(-1)).toEqual([undefined])
    vi.advanceTimersByTime(59.9 * minute)
    expect(onIdle).not.toHaveBeenCalled()
  })

  it("ends by the clock even if the tab's timers slept", () => {
    for (const name of ['mousemove', 'visibilitychange', 'focus', 'pageshow']) {
      stored.clear()
      const { onIdle } = begin()
      vi.setSystemTime(Date.now() + idleMs)
      happen(name)
      expect(onIdle, name).toHaveBeenCalledTimes(1)
    }
  })

  it('has ended when a page opens an hour after the last activity, but not earlier', () => {
    stored.set('lastActivity', String(Date.now() - idleMs))
    expect(begin().onIdle).toHaveBeenCalledTimes(1)
    stored.set('lastActivity', String(Date.now() - idleMs + 1))
    expect(begin().onIdle).not.toHaveBeenCalled()
  })

  it('a clock that is set back, and what makes no sense, ends nothing', () => {
    for (const value of [String(Date.now() + 5 * idleMs), 'x', '']) {
      stored.set('lastActivity', value)
      const { onIdle } = begin()
      vi.advanceTimersByTime(minute)
      expect(onIdle, value).not.toHaveBeenCalled()
      watch?.stop()
    }
  })

  it('does not listen after it has stopped', () => {
    const { onIdle } = begin()
    watch?.stop()
    vi.advanceTimersByTime(2 * idleMs)
    happen('keydown')
    expect(onIdle).not.toHaveBeenCalled()
  })

  it('handles events of the same second together', () => {
    begin()
    vi.advanceTimersByTime(minute)
    const looks = vi.spyOn(stored, 'get')
    for (let frame = 0; frame < 50; frame += 1) {
      happen('scroll')
      vi.advanceTimersByTime(16)
    }
    expect(looks.mock.calls.length).toBeLessThan(5)
    expect(stored.get('lastActivity')).toBe(String(Date.now() - 50 * 16))
  })
})
