import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Group, ValuesOf } from '@hornets/contract/admin/settings'

export type Unsubscribe = () => void

/** The groups as other slices see them: complete, checked, in memory. Only here secrets are in plain text, the relay's private key as bytes. */
export interface Settings {
  get<G extends Group>(group: G): Readonly<ValuesOf<G>>
  /** `get` has only a mask. Not a copy, and overwritten when it is replaced: ask each time. */
  relayKey(): Uint8Array
  onChange<G extends Group>(group: G, listener: (values: Readonly<ValuesOf<G>>) => void): Unsubscribe
}

export interface LiveRelaySettings {
  current(): Readonly<RelaySettings>
  onChange(listener: (settings: Readonly<RelaySettings>) => void): Unsubscribe
}
