import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrastOf, readTokens } from '../support/contrast.ts'

const css = readFileSync(new URL('../../src/ui/theme/tokens.css', import.meta.url), 'utf8')
const themes = { light: readTokens(css, ':root'), dark: readTokens(css, "[data-theme='dark']") }

/** Text on its background: 4.5:1 (WCAG 2.2, 1.4.3). */
const grounds = ['ground', 'surface', 'raised', 'sunken']
const textPairs: [string, string][] = [
  ...['text', 'muted', 'faint', 'accent-text', 'ok', 'warn', 'bad'].flatMap(ink =>
    grounds.map(ground => [ink, ground] as [string, string]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['text', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['ok', 'ok-soft'],
  ['text', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['text', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['text', 'bad-soft'],
  ['muted', 'bad-soft'],
  ['bad-ink', 'bad'],
  ['qr-dark', 'qr-light'],
]
const shapePairs: [string, string][] = [
  ...['line-strong', 'notes', 'media', 'profiles', 'lightning', 'errors', 'ok', 'warn', 'bad', 'accent-text'].flatMap(
    line => ['surface', 'ground'].map(ground => [line, ground] as [string, string]),
  ),
  ['accent-ink', 'accent'],
]

describe.each(Object.entries(themes))('%s', (_, tokens) => {
  it.each(textPairs)('%s on %s can be read: 4.5:1', (ink, ground) => {
    expect(contrastOf(tokens, ink, ground)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(shapePairs)('%s on %s can be seen: 3:1', (line, ground) => {
    expect(contrastOf(tokens, line, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('both themes name the same tokens', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort())
})

it('black on white is 21:1, so the computation is right', () => {
  const tokens = readTokens(':root { --a: oklch(0 0 0); --b: oklch(1 0 0) }', ':root')
  expect(contrastOf(tokens, 'a', 'b')).toBeCloseTo(21, 2)
})
