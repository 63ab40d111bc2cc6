import { ArrowLeftRight, LayoutGrid, type LucideIcon, PanelsTopLeft, SlidersHorizontal, StickyNote } from 'lucide-react'
import type { Wanted } from './hit.ts'

export const icons: Record<Wanted, LucideIcon> = {
  all: LayoutGrid,
  pages: PanelsTopLeft,
  settings: SlidersHorizontal,
  events: StickyNote,
  transactions: ArrowLeftRight,
}
