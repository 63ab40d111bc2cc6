import type { NostrEvent } from '@hornets/contract'

/** What every engine is tried with. Events come in the order of their time, oldest first. */
export interface Engine {
  readonly name: string
  /** One group, as one commit; without waiting for the disk, which all do alike. */
  store(group: readonly NostrEvent[]): void
  /** Puts into order what is kept in memory only; once, after all is stored. */
  settle(): void
  byId(id: string): number
  byAuthor(author: string, limit: number): number
  byTag(letter: string, value: string, limit: number): number
  byKind(kind: number, until: number, limit: number): number
  /** Answers give the bytes that would be sent. */
  feed(authors: readonly string[], kinds: readonly number[], limit: number): number
  /** Of the disk; 0 where there is none. */
  bytes(): number
  close(): Promise<void>
}
