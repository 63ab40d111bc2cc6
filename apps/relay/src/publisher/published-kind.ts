import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { LiveTopic } from '@hornets/contract/live-topics'

/** What an event says, before the relay's key and the time are put to it. */
export interface Words {
  readonly content: string
  readonly tags: readonly (readonly string[])[]
}

/** What the words of the relay are made from. */
export interface Sources {
  readonly relaySettings: Readonly<RelaySettings>
}

/**
 * A kind of event that only this relay's key may sign. Its file in `kinds/` is all that there is of it: the write policy
 * takes it from nobody else, the read policy gives it to its readers, and the voice says it.
 */
export interface PublishedKind {
  readonly kind: number
  /** As a refusal calls it. */
  readonly name: string
  /** Everyone, or its author and the keys in its p tags alone. */
  readonly readers: 'everyone' | 'parties'
  /** What the relay keeps saying about itself, in one event. Kinds without it are said by the part that has the occasion. */
  readonly says?: {
    /** After these it may have to say something else. */
    readonly after: readonly LiveTopic[]
    /** Null: there is nothing to say, and what was said is taken back. */
    compose(sources: Sources): Words | null
  }
}
