import { type EventStore, EventStoreDamaged } from './event-store.ts'

/** In place of a damaged store, reading which ended the relay: everything else runs, and every question is refused. */
export class ClosedEventStore implements EventStore {
  readonly isFull = false
  readonly cacheState = { entries: 0, hits: 0, misses: 0, bytes: 0 }

  async save(): Promise<never> {
    throw new EventStoreDamaged()
  }

  mark(): number {
    return 0
  }

  query(): AsyncIterable<never> {
    const next = () => Promise.reject(new EventStoreDamaged())
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  held = this.query

  arrivals = this.query

  setCache(): void {
    // There is nothing to keep.
  }

  names(): AsyncIterator<never, void> {
    return { next: () => Promise.reject(new EventStoreDamaged()) }
  }

  queryAtOnce(): null {
    return null
  }

  countAtOnce(): null {
    return null
  }

  banned = this.save
  count = this.save
  measure = this.save
  trash = this.save
  restoreTrashed = this.save
  trashedBy = this.save
  emptyTrash = this.save
  countWriters = this.save
  find = this.save
  removeById = this.save
  liftBan = this.save
  hold = this.save
  removeByAuthor = this.save
  vanish = this.save
  authorsAfter = this.save

  async changesAfter(): Promise<readonly []> {
    return []
  }

  async forgetChanges(): Promise<void> {}

  onChange(): () => void {
    return () => undefined
  }

  async catchUp(): Promise<void> {}

  async close(): Promise<void> {}
}
