import { useState } from 'react'
import { type ScreenClass, useScreenClass } from '../../ui/page/use-media.ts'

export interface Sidebar {
  readonly screen: ScreenClass
  readonly expanded: boolean
  readonly toggle: () => void
}

const storageKey = (screen: ScreenClass) => `sidebar.${screen}`

/** Whether the sidebar shows labels: by default on desktops, not on tablets. */
export function useSidebar(): Sidebar {
  const screen = useScreenClass()
  const [, redraw] = useState(0)
  const chosen = localStorage.getItem(storageKey(screen))
  const expanded = chosen ? chosen === 'expanded' : screen === 'desktop'
  const toggle = () => {
    localStorage.setItem(storageKey(screen), expanded ? 'collapsed' : 'expanded')
    redraw(count => count + 1)
  }
  return { screen, expanded, toggle }
}
