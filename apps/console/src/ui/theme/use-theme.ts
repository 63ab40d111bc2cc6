import { useSyncExternalStore } from 'react'
import { currentTheme, type NightMode, nightMode, onThemeChange, type Theme } from './theme.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, currentTheme)
}

export function useNightMode(): NightMode {
  return useSyncExternalStore(onThemeChange, nightMode)
}
