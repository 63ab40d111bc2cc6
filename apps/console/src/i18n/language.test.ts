import { afterEach, expect, it, vi } from 'vitest'
import { storedLanguage, storeLanguage } from './language.ts'

afterEach(() => vi.unstubAllGlobals())

it('CONST-22: the language is kept under lng, and is English without one that the console has', () => {
  const kept = new Map<string, string>()
  const documentElement = { lang: '' }
  vi.stubGlobal('document', { documentElement })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  expect(storedLanguage()).toBe('en')
  storeLanguage('de')
  expect([[...kept], storedLanguage(), documentElement.lang]).toEqual([[['lng', 'de']], 'de', 'de'])
  kept.set('lng', 'xx')
  expect(storedLanguage()).toBe('en')
})
