import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Group, ValuesOf } from '@hornets/contract/admin/settings'

export type Unsubscribe = () => void

/** The groups as other slices see them: complete, checked, in memory. Only here secrets are in plain text, the relay's private key as bytes. */
export interface Settings {
  /** Current values; the object is frozen, and a save replaces it. */
  get<G extends Group>(group: G): Readonly<ValuesOf<G>>
  /**
   * The relay's private key, of which `get` has only a mask. Not a copy, and overwritten when it is replaced: whoever
   * uses it asks each time.
   */
  relayKey(): Uint8Array
  /** Called with the new values after a save is committed. */
  onChange<G extends Group>(group: G, listener: (values: Readonly<ValuesOf<G>>) => void): Unsubscribe
}

/** The acceptance rules as other slices see them. */
export interface LiveRelaySettings {
  /** Current values; the object is frozen, and a save replaces it. */
  current(): Readonly<RelaySettings>
  /** Called with the new values after a save is committed. */
  onChange(listener: (settings: Readonly<RelaySettings>) => void): Unsubscribe
}
