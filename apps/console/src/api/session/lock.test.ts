import { afterEach, expect, it, vi } from 'vitest'
import { lock } from './lock.ts'
import { lockKey } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

it('a tab that the lock of another has reached does not lock again, which could undo an unlocking on its way', () => {
  const stored = new Map<string, string>()
  const setItem = vi.fn((key: string, value: string) => void stored.set(key, value))
  vi.stubGlobal('localStorage', { setItem, getItem: (key: string) => stored.get(key) ?? null })
  lock()
  lock()
  expect(setItem.mock.calls).toEqual([[lockKey, 'yes']])
})
