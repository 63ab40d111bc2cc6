import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { openSearch } from '../../../features/search/open-search.ts'
import { createRequests } from '../../../ui/overlays/requests.ts'
import { areSingleKeysOn, isInDialog, isTyping, onSingleKeysChange } from '../../../ui/page/single-keys.ts'
import { chooseTheme, currentTheme } from '../../../ui/theme/theme.ts'
import { useOpenLock } from '../../lock/use-open-lock.ts'
import { usePages } from '../../use-pages.ts'
import type { Sidebar } from '../use-sidebar.ts'
import { createMatcher, type Shortcut } from './shortcuts.ts'

/** Handled by the shell. */
export const sheetRequests = createRequests<void>()

export function useShortcuts(sidebar: Sidebar): void {
  const navigate = useNavigate()
  const openLock = useOpenLock()
  const pages = usePages()
  const [match] = useState(() => createMatcher())
  const isSingleOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn)
  const act = useEffectEvent(({ does }: Shortcut) => {
    if (does === 'search') return openSearch()
    if (does === 'sheet') return sheetRequests.send()
    if (does === 'theme') return chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')
    if (does === 'lock') return openLock()
    if (does === 'sidebar') return sidebar.screen === 'mobile' ? undefined : sidebar.toggle()
    if (pages.some(({ path }) => path === does.path)) void navigate({ to: does.path })
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isInDialog(event.target)) return
      const { key, ctrlKey, metaKey, altKey, timeStamp: at } = event
      const isAltGraph = event.getModifierState('AltGraph')
      const found = match({ key, ctrlKey, metaKey, altKey, isAltGraph, at }, isSingleOn && !isTyping(event.target))
      if (!found) return
      event.preventDefault()
      act(found)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [match, isSingleOn])
}
