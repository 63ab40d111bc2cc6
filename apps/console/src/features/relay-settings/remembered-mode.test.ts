import { expect, it } from 'vitest'
import { rememberedMode, rememberMode } from './remembered-mode.ts'

function storage(kept?: string) {
  const items = new Map(kept === undefined ? [] : [['relayMode', kept]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

it('MODE-02, CONST-19, R-50: defaults to blacklist without a valid stored mode', () => {
  expect([storage(), storage('unlimited')].map(rememberedMode)).toEqual(['blacklist', 'blacklist'])
})

it('MODE-02, MODE-03, CONST-22: each of the two modes is kept under relayMode', () => {
  const kept = storage()
  for (const mode of ['whitelist', 'blacklist'] as const) {
    rememberMode(mode, kept)
    expect([kept.getItem('relayMode'), rememberedMode(kept)]).toEqual([mode, mode])
  }
})

it('a browser that refuses storage gets the default', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(rememberedMode({ getItem: refuse })).toBe('blacklist')
  expect(() => rememberMode('whitelist', { setItem: refuse })).not.toThrow()
})
