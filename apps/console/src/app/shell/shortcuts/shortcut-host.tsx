import { useEffect } from 'react'
import { useOpening } from '../../../ui/overlays/use-opening.ts'
import { lazyLater } from '../../lazy-page.ts'
import type { Sidebar } from '../use-sidebar.ts'
import { sheetRequests, useShortcuts } from './use-shortcuts.ts'

const { Part: ShortcutSheet } = lazyLater(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)

export function ShortcutHost({ sidebar }: { readonly sidebar: Sidebar }) {
  const { open, setOpen, wasOpen } = useOpening()
  useShortcuts(sidebar)
  useEffect(() => sheetRequests.listen(() => setOpen(true)), [setOpen])
  return wasOpen && <ShortcutSheet open={open} onOpenChange={setOpen} />
}
