import {
  ArrowLeftRight,
  Images,
  LayoutGrid,
  type LucideIcon,
  PanelsTopLeft,
  SlidersHorizontal,
  StickyNote,
  Users,
} from 'lucide-react'
import type { Wanted } from './hits/hit.ts'

export const icons: Record<Wanted, LucideIcon> = {
  all: LayoutGrid,
  pages: PanelsTopLeft,
  settings: SlidersHorizontal,
  events: StickyNote,
  files: Images,
  subscribers: Users,
  transactions: ArrowLeftRight,
}
