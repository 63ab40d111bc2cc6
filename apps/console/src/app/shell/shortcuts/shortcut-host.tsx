import { useEffect } from 'react'
import { loadTexts } from '../../../i18n/load-texts.ts'
import { useOpening } from '../../../ui/overlays/use-opening.ts'
import { lazy } from '../../../ui/page/lazy.tsx'
import type { Sidebar } from '../use-sidebar.ts'
import { sheetRequests, useShortcuts } from './use-shortcuts.ts'

const { Part: ShortcutSheet } = lazy(async () => {
  await loadTexts('later')
  return (await import('./shortcut-sheet.tsx')).ShortcutSheet
})

export function ShortcutHost({ sidebar }: { readonly sidebar: Sidebar }) {
  const { open, setOpen, wasOpen } = useOpening()
  useShortcuts(sidebar)
  useEffect(() => sheetRequests.listen(() => setOpen(true)), [setOpen])
  return wasOpen && <ShortcutSheet open={open} onOpenChange={setOpen} />
}
