import type { ReadScope } from '../events/read-scope.ts'

/** The block list as other slices see it. */
export interface Access {
  /** Constant time, from memory. `pubkey` is lower-case hex. */
  isBlocked(pubkey: string): boolean
  /** After the commit, so that open connections of the key can be closed. Returns how to unsubscribe. */
  onBlocked(listener: (pubkey: string) => void): () => void
}

export interface EventRemoval {
  /** Counts matching events. Throws if it takes too long. */
  count(filters: readonly { authors: string[] }[], options: { readonly scope: ReadScope }): Promise<number>
  /** Deletes all stored events of the author; returns their number. `pubkey` is lower-case hex. */
  removeByAuthor(pubkey: string): Promise<number>
}
