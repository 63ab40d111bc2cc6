export type Theme = 'light' | 'dark'

const storageKey = 'theme'
const listeners = new Set<() => void>()

/** The theme on screen; public/theme.js has set it before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Chooses a theme by hand; it is kept on this device (SHELL-16). */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Private windows may refuse: the choice then lasts until the page is closed.
  }
  show(theme)
}

/** Calls back when the theme changes: here, in another tab, or in the system while nothing is chosen (SHELL-15). */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const chosen = localStorage.getItem(storageKey)
    if (chosen === 'light' || chosen === 'dark') show(chosen)
    else show(system.matches ? 'dark' : 'light')
  }
  const onStorage = (event: StorageEvent) => event.key === storageKey && follow()
  listeners.add(listener)
  system.addEventListener('change', follow)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', follow)
    window.removeEventListener('storage', onStorage)
  }
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}
