import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hourMs } from './night-time.ts'

type Theme = typeof import('./theme.ts')

let stored: Map<string, string>
let page: { root: { dataset: { theme?: string } }; document: EventTarget; window: EventTarget; system: EventTarget }
let systemIsDark: boolean

async function openAt(hour: number, minute = 0): Promise<Theme> {
  vi.setSystemTime(new Date(2026, 4, 1, hour, minute))
  vi.resetModules()
  return import('./theme.ts')
}
const shown = () => page.root.dataset.theme

beforeEach(() => {
  vi.useFakeTimers()
  stored = new Map()
  systemIsDark = false
  const root = { dataset: {} }
  page = { root, document: new EventTarget(), window: new EventTarget(), system: new EventTarget() }
  vi.stubGlobal('document', Object.assign(page.document, { documentElement: root }))
  vi.stubGlobal('window', page.window)
  vi.stubGlobal('matchMedia', () => Object.assign(page.system, { matches: systemIsDark }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('SHELL-18, SHELL-19, SHELL-20, R-30: shows the right theme when night mode is turned on, and then at each edge, day after day', async () => {
  const { onThemeChange, setNightMode, nightMode } = await openAt(21)
  const stop = onThemeChange(() => undefined)
  expect(shown()).toBe('light')
  setNightMode({ ...nightMode(), on: true })
  expect(shown()).toBe('dark')
  const edges: string[] = []
  for (let hour = 0; hour < 48; hour += 1) {
    vi.advanceTimersByTime(hourMs)
    edges.push(shown() === 'dark' ? 'd' : 'l')
  }
  const day = 'l'.repeat(12)
  const night = 'd'.repeat(12)
  expect(edges.join('')).toBe(`${night.slice(0, 10)}${day}${night}${day}${night}`.slice(0, 48))
  stop()
})

it('SHELL-18: shows the chosen theme again when night mode is turned off in the night, and keeps it at each edge', async () => {
  const { onThemeChange, setNightMode, nightMode } = await openAt(21)
  const stop = onThemeChange(() => undefined)
  setNightMode({ ...nightMode(), on: true })
  expect(shown()).toBe('dark')
  setNightMode({ ...nightMode(), on: false })
  const shownEachHour = [shown()]
  for (let hour = 0; hour < 24; hour += 1) {
    vi.advanceTimersByTime(hourMs)
    shownEachHour.push(shown())
  }
  expect(new Set(shownEachHour)).toEqual(new Set(['light']))
  stop()
})

it('SHELL-20: changes at the very time of an edge, not up to a minute later', async () => {
  const { onThemeChange, setNightMode, nightMode } = await openAt(19, 59)
  vi.setSystemTime(new Date(2026, 4, 1, 19, 59, 30))
  const stop = onThemeChange(() => undefined)
  setNightMode({ ...nightMode(), on: true })
  vi.advanceTimersByTime(29_999)
  expect(shown()).toBe('light')
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('dark')
  stop()
})

it('SHELL-16: keeps night mode and its hours for the next visit', async () => {
  const { setNightMode } = await openAt(12)
  setNightMode({ on: true, time: [3600000, 7200000] })
  expect((await openAt(12)).nightMode()).toEqual({ on: true, time: [3600000, 7200000] })
})

it('R-30: shows the right theme when it is opened in mid-night', async () => {
  stored.set('nightMode', 'true')
  const { onThemeChange } = await openAt(23)
  const stop = onThemeChange(() => undefined)
  expect(shown()).toBe('dark')
  stop()
})

it('R-30: switches when a timer comes late, as in a hidden tab or on a machine that slept', async () => {
  stored.set('nightMode', 'true')
  const { onThemeChange } = await openAt(19)
  const stop = onThemeChange(() => undefined)
  vi.setSystemTime(new Date(2026, 4, 1, 22))
  expect(shown()).toBe('light')
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(shown()).toBe('dark')
  stop()
})

it('R-30: notices within a minute that the clock has been set', async () => {
  stored.set('nightMode', 'true')
  const { onThemeChange } = await openAt(12)
  const stop = onThemeChange(() => undefined)
  vi.setSystemTime(new Date(2026, 4, 1, 23))
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('dark')
  stop()
})

it('SHELL-16, SHELL-17: choosing a theme by hand turns night mode off and keeps both', async () => {
  stored.set('nightMode', 'true')
  stored.set('nightTime', '[3600000,7200000]')
  const { onThemeChange, chooseTheme, nightMode } = await openAt(12)
  const stop = onThemeChange(() => undefined)
  chooseTheme('dark')
  expect(nightMode()).toEqual({ on: false, time: [3600000, 7200000] })
  vi.advanceTimersByTime(24 * hourMs)
  expect([shown(), stored.get('theme'), stored.get('nightMode'), stored.get('nightTime')]).toEqual([
    'dark',
    'dark',
    'false',
    '[3600000,7200000]',
  ])
  stop()
})

it('R-30: a night that starts when it ends leaves the theme alone', async () => {
  const { onThemeChange, setNightMode } = await openAt(12)
  const stop = onThemeChange(() => undefined)
  systemIsDark = true
  setNightMode({ on: true, time: [0, 0] })
  expect(shown()).toBe('dark')
  stop()
})

it('follows what another tab has set, and the system while nothing else is chosen', async () => {
  const { onThemeChange, nightMode } = await openAt(23)
  const heard = vi.fn()
  const stop = onThemeChange(heard)
  stored.set('nightMode', 'true')
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nightMode' }))
  expect([shown(), nightMode().on]).toEqual(['dark', true])
  stored.set('nightMode', 'false')
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nightMode' }))
  expect(shown()).toBe('light')
  systemIsDark = true
  page.system.dispatchEvent(new Event('change'))
  expect(shown()).toBe('dark')
  expect(heard).toHaveBeenCalled()
  stop()
})

it('leaves no timer and no listener behind', async () => {
  stored.set('nightMode', 'true')
  const { onThemeChange } = await openAt(19, 59)
  onThemeChange(() => undefined)()
  const before = shown()
  vi.setSystemTime(new Date(2026, 4, 1, 22))
  page.document.dispatchEvent(new Event('visibilitychange'))
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }))
  expect([vi.getTimerCount(), shown()]).toEqual([0, before])
})

it('SHELL-16: keeps a theme that storage takes again after it refused one', async () => {
  const { onThemeChange, chooseTheme } = await openAt(12)
  const storage = { getItem: (key: string) => stored.get(key) ?? null }
  const refuse = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: refuse })
  const stop = onThemeChange(() => undefined)
  chooseTheme('dark')
  vi.stubGlobal('localStorage', { ...storage, setItem: (key: string, value: string) => void stored.set(key, value) })
  chooseTheme('light')
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(shown()).toBe('light')
  stop()
})

it('lasts until the page is closed where storage is refused', async () => {
  const { onThemeChange, chooseTheme } = await openAt(12)
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('refused')
    },
  })
  const stop = onThemeChange(() => undefined)
  chooseTheme('dark')
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(shown()).toBe('dark')
  stop()
})
