import { emitter } from '../../emitter.ts'
import { type NightTime, parseNightTime, planNight } from './night-time.ts'

export type Theme = 'light' | 'dark'

export interface NightMode {
  readonly on: boolean
  readonly time: NightTime
}

const themeKey = 'theme'
const nightModeKey = 'nightMode'
const nightTimeKey = 'nightTime'
/** Maximum delay for noticing that the machine slept, or that its clock or time zone changed. */
const lookAgainMs = 60_000

/** Values that storage refused, as in private windows: they last until the page is closed. */
const refused = new Map<string, string>()
let night: NightMode | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const changes = emitter(startFollowing)

/** The current theme; public/theme.js has set it before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Chooses a theme: stores it (SHELL-16) and turns off night mode (SHELL-17). */
export function chooseTheme(theme: Theme): void {
  store(themeKey, theme)
  setNightMode({ ...nightMode(), on: false })
  show(theme)
}

/** The same object until it changes. */
export function nightMode(): NightMode {
  night ??= { on: read(nightModeKey) === 'true', time: parseNightTime(read(nightTimeKey)) }
  return night
}

/** Stores it and applies the resulting theme immediately. */
export function setNightMode(next: NightMode): void {
  store(nightModeKey, String(next.on))
  store(nightTimeKey, JSON.stringify(next.time))
  night = next
  follow()
}

/** Here, in another tab, by the clock, or by the system if nothing else is chosen (SHELL-15). */
export const onThemeChange = changes.subscribe

function startFollowing(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && ![themeKey, nightModeKey, nightTimeKey].includes(key)) return
    night = undefined
    follow()
  }
  system.addEventListener('change', follow)
  window.addEventListener('storage', onStorage)
  // Timers of hidden tabs are late, and on a sleeping machine they stop.
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('pageshow', follow)
  follow()
  return () => {
    clearTimeout(timer)
    system.removeEventListener('change', follow)
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('pageshow', follow)
  }
}

/** Applies the current theme, and checks again at the next edge of the night. */
function follow(): void {
  clearTimeout(timer)
  const { on, time } = nightMode()
  const plan = on ? planNight(time, Date.now()) : null
  if (plan) timer = setTimeout(follow, Math.min(plan.until - Date.now(), lookAgainMs))
  show(plan?.theme ?? chosenTheme())
}

function chosenTheme(): Theme {
  const chosen = read(themeKey)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  changes.emit()
}

function read(key: string): string | null {
  try {
    return refused.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    refused.delete(key)
  } catch {
    refused.set(key, value)
  }
}
