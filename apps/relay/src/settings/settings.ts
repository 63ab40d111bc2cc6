import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { Group, ValuesOf } from '@hornets/contract/admin/settings'

/** Takes a listener off again. */
export type Unsubscribe = () => void

/** The nine groups as other slices see them: whole, checked, in memory. Secrets are in clear here and only here. */
export interface Settings {
  /** Current values; the object is frozen and replaced as a whole by a save. */
  get<G extends Group>(group: G): Readonly<ValuesOf<G>>
  /** Called after a save has been committed, with the new values. */
  onChange<G extends Group>(group: G, listener: (values: Readonly<ValuesOf<G>>) => void): Unsubscribe
}

/** What the relay lets in, as other slices see it. */
export interface LiveRelaySettings {
  /** Current values; the object is frozen and replaced as a whole by a save. */
  current(): Readonly<RelaySettings>
  /** Called after a save has been committed, with the new values. */
  onChange(listener: (settings: Readonly<RelaySettings>) => void): Unsubscribe
}
