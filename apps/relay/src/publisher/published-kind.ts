import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { relayInfo, ValuesOf } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'

export interface Words {
  readonly content: string
  readonly tags: readonly (readonly string[])[]
}

export interface Sources {
  readonly relaySettings: Readonly<RelaySettings>
  readonly relayInfo: Readonly<ValuesOf<typeof relayInfo>>
  /** Hex keys; null while nobody needs an invitation. */
  readonly members: ReadonlySet<string> | null
  /** What members are called (NIP-43), in order. */
  readonly roles: readonly NamedRole[]
}

export interface NamedRole {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly color: number | null
  readonly order: number
  readonly keys: readonly string[]
}

/** The state of a subscriber's account. Times are Unix seconds. */
export interface Account {
  readonly pubkey: string
  readonly address: string | null
  readonly isActive: boolean
  readonly storage: { readonly usedBytes: number; readonly totalBytes: number; readonly updatedAt: number }
  readonly creditSats: number
  readonly tier: string
  readonly expiresAt: number | null
}

/**
 * Only this relay's key can sign it: refused from others, limited in readers, and published by its file in `kinds/`.
 */
export interface PublishedKind {
  readonly kind: number
  readonly name: string
  readonly readers: 'everyone' | 'parties'
  /** Kept published, in one event. Kinds without it are published elsewhere on occasion. */
  readonly says?: { readonly after: readonly LiveTopic[]; compose(sources: Sources): Words | null }
  readonly saysEach?: { readonly after: readonly LiveTopic[]; compose(sources: Sources): ReadonlyMap<string, Words> }
  readonly saysTo?: (account: Account) => Words
}
