import { describe, expect, it } from 'vitest'
import { createMatcher, type Press, sequenceMs, shortcuts } from './shortcuts.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isAltGraph: false,
  at: 0,
  ...more,
})

function names(presses: readonly Press[], isSingleOn = true) {
  const match = createMatcher()
  return presses.map(one => {
    const does = match(one, isSingleOn)?.does
    return typeof does === 'object' ? does.path : does
  })
}

describe('shortcuts', () => {
  it('with Ctrl or Alt, single keys are the browser’s and the system’s', () => {
    const held = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { ctrlKey: true, altKey: true }]
    expect(held.flatMap(modifier => names([press('t', modifier)]))).toEqual(held.map(() => undefined))
    expect(names([press('k', { ctrlKey: true, altKey: true }), press('Tab'), press('F1')])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('WCAG 2.1.4: single keys can be switched off, Ctrl-K stays', () => {
    const presses = [press('t'), press('?'), press('g'), press('d'), press('k', { ctrlKey: true })]
    expect(names(presses, false)).toEqual([undefined, undefined, undefined, undefined, 'search'])
  })

  it('R-27: Ctrl-K and ⌘-K open the search, with Caps Lock too', () => {
    expect(
      names([press('k', { ctrlKey: true }), press('k', { metaKey: true }), press('K', { ctrlKey: true })]),
    ).toEqual(['search', 'search', 'search'])
  })

  it('opens a page by G and a letter, unless the letter comes too late', () => {
    expect(names([press('g'), press('d'), press('d')])).toEqual([undefined, '/', undefined])
    expect(names([press('g'), press('s', { at: sequenceMs + 1 })])).toEqual([undefined, undefined])
    expect(names([press('g'), press('g'), press('w')])).toEqual([undefined, undefined, '/wallet'])
    expect(names([press('g'), press('t')])).toEqual([undefined, 'theme'])
  })

  it('[ counts where a keyboard writes it by AltGr or Option', () => {
    const written = [
      press('['),
      press('[', { ctrlKey: true, altKey: true, isAltGraph: true }),
      press('[', { altKey: true }),
    ]
    expect(written.flatMap(one => names([one]))).toEqual(['sidebar', 'sidebar', 'sidebar'])
  })

  it('gives every shortcut distinct keys, none of which starts another', () => {
    const all = shortcuts.map(({ keys }) => `${keys.join(' ')} `)
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter(one => all.some(other => other !== one && other.startsWith(one)))).toEqual([])
  })
})
