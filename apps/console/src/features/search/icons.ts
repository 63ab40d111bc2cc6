import {
  ArrowLeftRight,
  Images,
  LayoutGrid,
  type LucideIcon,
  PanelsTopLeft,
  SlidersHorizontal,
  StickyNote,
  UserRound,
  Users,
} from 'lucide-react'
import type { Wanted } from './hits/hit.ts'

export const icons: Record<Wanted, LucideIcon> = {
  all: LayoutGrid,
  pages: PanelsTopLeft,
  settings: SlidersHorizontal,
  people: UserRound,
  events: StickyNote,
  files: Images,
  subscribers: Users,
  transactions: ArrowLeftRight,
}
