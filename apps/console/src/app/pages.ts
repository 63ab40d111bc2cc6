import { Ban, ChartColumn, House, ListFilter, type LucideIcon, Settings, WalletMinimal } from 'lucide-react'

export type PageName = 'dashboard' | 'wallet' | 'relaySettings' | 'settings' | 'access' | 'statistics'

export interface Page {
  readonly name: PageName
  readonly path: string
  readonly icon: LucideIcon
  /** Desktops have it on another page. */
  readonly belowDesktop?: true
}

/** The sidebar's items in their order (SHELL-03 to SHELL-07). Titles: `shell.nav.<name>`. */
export const pages: readonly Page[] = [
  { name: 'dashboard', path: '/', icon: House },
  { name: 'wallet', path: '/wallet', icon: WalletMinimal, belowDesktop: true },
  { name: 'relaySettings', path: '/relay-settings', icon: ListFilter },
  { name: 'settings', path: '/settings', icon: Settings },
  { name: 'access', path: '/blocked-pubkeys', icon: Ban },
  { name: 'statistics', path: '/nostr-stats', icon: ChartColumn },
]
