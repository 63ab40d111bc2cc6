import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { relayInfo, ValuesOf } from '@hornets/contract/admin/settings'
import type { LiveTopic } from '@hornets/contract/live-topics'

/** An event's content, before signature and time. */
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
  /** Who has it, hex. */
  readonly keys: readonly string[]
}

/** The state of a subscriber's account. Times are Unix seconds. */
export interface Account {
  readonly pubkey: string
  /** Null until one is assigned. */
  readonly address: string | null
  readonly isActive: boolean
  readonly storage: { readonly usedBytes: number; readonly totalBytes: number; readonly updatedAt: number }
  readonly creditSats: number
  readonly tier: string
  readonly expiresAt: number | null
}

/**
 * A kind that only this relay's key can sign. Its file in `kinds/` is complete: the write policy refuses it from
 * others, the read policy limits its readers, and the publisher publishes it.
 */
export interface PublishedKind {
  readonly kind: number
  readonly name: string
  /** Everyone, or only its author and the keys in its p tags. */
  readonly readers: 'everyone' | 'parties'
  /**
   * What the relay keeps published about itself, in one event. Kinds without it are published elsewhere on occasion.
   */
  readonly says?: {
    /** Topics after which it may change. */
    readonly after: readonly LiveTopic[]
    /** Null: nothing to publish; an earlier event is removed. */
    compose(sources: Sources): Words | null
  }
  /** Several of them, by their d tag. */
  readonly saysEach?: { readonly after: readonly LiveTopic[]; compose(sources: Sources): ReadonlyMap<string, Words> }
  /** The event for each subscriber, published when something of theirs has changed. */
  readonly saysTo?: (account: Account) => Words
}
