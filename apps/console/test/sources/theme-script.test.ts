import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs, parseNightTime, planNight } from '../../src/ui/theme/night-time.ts'

describe('the script before the first paint', () => {
  const script = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8')

  const themeAt = (stored: Record<string, string>, now: Date, systemIsDark = false) =>
    rootAt(stored, now, systemIsDark).dataset.theme

  function rootAt(stored: Record<string, string>, now: Date, systemIsDark = false) {
    const root = { dataset: {} as Record<string, string>, lang: '' }
    runInNewContext(script, {
      document: { documentElement: root },
      localStorage: { getItem: (key: string) => stored[key] ?? null },
      matchMedia: () => ({ matches: systemIsDark }),
      Date: class {
        constructor() {
          // biome-ignore lint/correctness/noConstructorReturn: stands in for Date, at one instant
          return now
        }
      },
    })
    return root
  }

  it('SHELL-20, CONST-15, R-30: shows the same theme as the console will', () => {
    const time = fc.integer({ min: 0, max: 24 }).map(hour => hour * hourMs)
    fc.assert(
      fc.property(
        time,
        time,
        fc.date({ noInvalidDate: true, min: new Date(2020, 0), max: new Date(2040, 0) }),
        fc.boolean(),
        (start, end, now, systemIsDark) => {
          const stored = { nightMode: 'true', nightTime: JSON.stringify([start, end]) }
          const planned = planNight(parseNightTime(stored.nightTime), now.getTime())
          expect(themeAt(stored, now, systemIsDark)).toBe(planned?.theme ?? (systemIsDark ? 'dark' : 'light'))
        },
      ),
    )
  })

  it('SHELL-31, CONST-22: says the language that is kept, whichever the console has; English where none is, or nothing that could be one', () => {
    const langs = ['de', 'fr', 'pt-BR', 'gsw', 'x', 'de"><script>', ''].map(lng => rootAt({ lng }, new Date()).lang)
    expect(langs).toEqual(['de', 'fr', 'pt-BR', 'gsw', 'en', 'en', 'en'])
    expect(rootAt({}, new Date()).lang).toBe('en')
  })

  it('SHELL-15, SHELL-16, SHELL-19: shows the chosen theme, else that of the system; by night mode first dark from 20:00 to 08:00', () => {
    const now = new Date()
    expect([
      themeAt({ theme: 'dark', nightMode: 'false' }, now),
      themeAt({ nightMode: 'broken' }, now, true),
      themeAt({ theme: 'blue' }, now),
    ]).toEqual(['dark', 'dark', 'light'])
    const atHour = ([hour, minute]: readonly [number, number]) =>
      themeAt({ nightMode: 'true' }, new Date(2026, 4, 1, hour, minute))
    const edges = [
      [7, 59],
      [8, 0],
      [19, 59],
      [20, 0],
    ] as const
    expect(edges.map(atHour)).toEqual(['dark', 'light', 'light', 'dark'])
  })
})
