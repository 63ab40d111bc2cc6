import type { ReadScope } from '../events/read-scope.ts'

/** Who may not come in, as other slices see it. */
export interface Access {
  /** Constant time, from memory. `pubkey` is lower-case hex. */
  isBlocked(pubkey: string): boolean
  /** Called after a block has been committed, so that open connections of that key can be closed. Returns its undoing. */
  onBlocked(listener: (pubkey: string) => void): () => void
}

/** What blocking an author with `delete_events` needs from the event store. */
export interface EventRemoval {
  /** How many events match. Throws where it takes too long. */
  count(filters: readonly { authors: string[] }[], options: { readonly scope: ReadScope }): Promise<number>
  /** Deletes everything that the author has stored here; answers how many events. `pubkey` is lower-case hex. */
  removeByAuthor(pubkey: string): Promise<number>
}
