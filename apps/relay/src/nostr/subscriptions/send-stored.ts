import type { EventBatch } from '../../events/event-batch.ts'
import type { Subscription } from './subscription.ts'

type Step = IteratorResult<EventBatch, void>

export interface StoredAnswer {
  /** Opens the answer; `isAside` keeps the reading off this thread. */
  open(isAside: boolean): AsyncIterator<EventBatch, void>
  /** Lets a read wait for its turn. */
  inTurn(read: (isAside: boolean) => Promise<Step | null>): Promise<Step | null>
  /** Resolves once the client has taken what was sent; undefined while little waits. */
  hasRoom(): Promise<void> | undefined
}

/**
 * Sends what is stored, batch by batch. Each waits for its own turn, and until the client has taken those before it, of
 * whatever subscription.
 */
export async function sendStored(subscription: Subscription, answer: StoredAnswer): Promise<void> {
  let stored: AsyncIterator<EventBatch, void> | undefined
  const next = (isAside: boolean) => {
    stored ??= answer.open(isAside)
    return stored.next()
  }
  do await answer.hasRoom()
  while (await sendNext(subscription, answer, next))
}

/** False when there is nothing more. In a call of its own, so that no batch is held while the client takes it. */
async function sendNext(
  subscription: Subscription,
  { inTurn, hasRoom }: StoredAnswer,
  next: (isAside: boolean) => Promise<Step>,
): Promise<boolean> {
  const read = await inTurn(async isAside => (hasRoom() ? null : next(isAside)))
  if (read === null) return true
  if (read.done) return false
  subscription.sendStored(read.value)
  return true
}
