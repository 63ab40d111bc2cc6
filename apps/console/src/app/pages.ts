import { listAudit } from '@hornets/contract/admin/audit'
import type { Endpoint } from '@hornets/contract/endpoint'
import {
  Ban,
  ChartColumn,
  House,
  ListFilter,
  type LucideIcon,
  ScrollText,
  Settings,
  UserRound,
  WalletMinimal,
} from 'lucide-react'

export type PageName =
  | 'dashboard'
  | 'wallet'
  | 'relaySettings'
  | 'settings'
  | 'access'
  | 'statistics'
  | 'profile'
  | 'audit'

export interface Page {
  readonly name: PageName
  readonly path: string
  readonly icon: LucideIcon
  /** After `g` it leads there. */
  readonly key?: string
  /** Desktops have it on another page. */
  readonly belowDesktop?: true
  /** Reached from the profile menu: the sidebar holds no further items (SHELL-09). */
  readonly inProfileMenu?: true
  /** The call that its data comes from, where not every role can make it. */
  readonly reads?: Pick<Endpoint, 'role'>
}

/** The sidebar's items in their order (SHELL-03 to SHELL-07), then those of the profile menu. Titles: `shell.nav.<name>`. */
export const pages: readonly Page[] = [
  { name: 'dashboard', path: '/', icon: House, key: 'd' },
  { name: 'wallet', path: '/wallet', icon: WalletMinimal, key: 'w', belowDesktop: true },
  { name: 'relaySettings', path: '/relay-settings', icon: ListFilter, key: 'r' },
  { name: 'settings', path: '/settings', icon: Settings, key: 's' },
  { name: 'access', path: '/blocked-pubkeys', icon: Ban, key: 'a' },
  { name: 'statistics', path: '/nostr-stats', icon: ChartColumn, key: 'n' },
  { name: 'profile', path: '/profile', icon: UserRound, inProfileMenu: true },
  {
    name: 'audit',
    path: '/audit-log',
    icon: ScrollText,
    key: 'l',
    inProfileMenu: true,
    reads: listAudit,
  },
]
