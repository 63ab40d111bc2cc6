import { expect, it } from 'vitest'
import { rememberedMode, rememberMode } from './remembered-mode.ts'

function storage(kept?: string) {
  const items = new Map(kept === undefined ? [] : [['relayMode', kept]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

it('MODE-02, R-50: defaults to blacklist without a valid stored mode', () => {
  expect([storage(), storage('unlimited')].map(rememberedMode)).toEqual(['blacklist', 'blacklist'])
})

it('MODE-03, CONST-22: the mode is kept under relayMode', () => {
  const kept = storage()
  rememberMode('whitelist', kept)
  expect(kept.getItem('relayMode')).toBe('whitelist')
  expect(rememberedMode(kept)).toBe('whitelist')
})

it('a browser that refuses storage gets the default', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(rememberedMode({ getItem: refuse })).toBe('blacklist')
  expect(() => rememberMode('whitelist', { setItem: refuse })).not.toThrow()
})
