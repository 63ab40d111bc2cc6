import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { relayInfo, ValuesOf } from '@hornets/contract/admin/settings'

export type RelayInfoValues = Readonly<ValuesOf<typeof relayInfo>>

/** Gives the relay's NIP-11 document as it is now. */
export interface RelayInfo {
  document(): Record<string, unknown>
}

/** What the document is made from; both are in memory. */
export interface RelayInfoSources {
  readonly settings: { get(group: typeof relayInfo): RelayInfoValues }
  readonly relaySettings: { current(): Readonly<RelaySettings> }
}
