import type { NostrEvent } from '@hornets/contract'

/** The interface of all engines. Events arrive by time, oldest first. */
export interface Engine {
  readonly name: string
  /** One group as one commit, without waiting for the disk, which is the same for all. */
  store(group: readonly NostrEvent[]): void
  /** Sorts what is only in memory, once after everything is stored. */
  settle(): void
  byId(id: string): number
  byAuthor(author: string, limit: number): number
  byTag(letter: string, value: string, limit: number): number
  byKind(kind: number, until: number, limit: number): number
  /** Answers return the bytes that would be sent. */
  feed(authors: readonly string[], kinds: readonly number[], limit: number): number
  /** On disk; 0 if not used. */
  bytes(): number
  close(): Promise<void>
}
