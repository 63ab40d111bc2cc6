import { beforeEach, expect, it, vi } from 'vitest'
import { keepWalletToken, liveWalletToken, readWalletToken } from './wallet-token.ts'

const minuteMs = 60_000
let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

it('WALLET-15, CONST-22: does not end an expired token again, but ends one of unknown age', () => {
  expect(liveWalletToken()).toBeNull()
  keepWalletToken('token')
  expect([liveWalletToken(Date.now() + 14 * minuteMs), liveWalletToken(Date.now() + 15 * minuteMs)]).toEqual([
    'token',
    null,
  ])
  expect(readWalletToken()).toBe('token')
  keepWalletToken(null)
  expect(readWalletToken()).toBeNull()
  kept.clear()
  kept.set('walletToken', 'of before')
  expect(liveWalletToken()).toBe('of before')
})
