import type { ReadScope } from '../events/read-scope.ts'

/** The block list as other slices see it. */
export interface Access {
  /** Constant time, from memory. `pubkey` is lower-case hex. */
  isBlocked(pubkey: string): boolean
  /**
   * Called after a block is committed, so that open connections of the key can be closed. Returns a function that
   * unsubscribes.
   */
  onBlocked(listener: (pubkey: string) => void): () => void
}

/** What blocking an author with `delete_events` needs from the event store. */
export interface EventRemoval {
  /** Counts matching events. Throws if it takes too long. */
  count(filters: readonly { authors: string[] }[], options: { readonly scope: ReadScope }): Promise<number>
  /** Deletes all stored events of the author; returns their number. `pubkey` is lower-case hex. */
  removeByAuthor(pubkey: string): Promise<number>
}
