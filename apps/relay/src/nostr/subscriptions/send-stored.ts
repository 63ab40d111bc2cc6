import type { EventBatch } from '../../events/event-batch.ts'
import type { Subscription } from './subscription.ts'

type Step = IteratorResult<EventBatch, void>

export interface StoredAnswer {
  /** All of it, where that is to be had at once. */
  atOnce(): EventBatch | null
  open(): AsyncIterator<EventBatch, void>
  /** Lets a read wait for its turn. */
  inTurn(read: () => Promise<Step | null>): Promise<Step | null>
  /** Resolves once the client has taken what was sent; undefined while little waits. */
  hasRoom(): Promise<void> | undefined
}

/** Sends what is stored at once; false where that takes longer. */
export function sendAtOnce(subscription: Subscription, { atOnce, hasRoom }: StoredAnswer): boolean {
  const batch = hasRoom() ? null : atOnce()
  if (batch && batch.length > 0) subscription.sendStored(batch)
  return batch !== null
}

/**
 * Sends what is stored, batch by batch. Each waits for its own turn, and until the client has taken those before it, of
 * whatever subscription.
 */
export async function sendInTurn(subscription: Subscription, answer: StoredAnswer): Promise<void> {
  const stored = answer.open()
  do await answer.hasRoom()
  while (await sendNext(subscription, answer, stored))
}

/** False when there is nothing more. In a call of its own, so that no batch is held while the client takes it. */
async function sendNext(
  subscription: Subscription,
  { inTurn, hasRoom }: StoredAnswer,
  stored: AsyncIterator<EventBatch, void>,
): Promise<boolean> {
  const read = await inTurn(async () => (hasRoom() ? null : stored.next()))
  if (read === null) return true
  if (read.done) return false
  subscription.sendStored(read.value)
  return true
}
