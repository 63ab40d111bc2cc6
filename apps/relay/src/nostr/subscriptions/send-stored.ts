import type { EventBatch } from '../../events/event-batch.ts'
import type { JudgedAnswer } from './judged-answer.ts'
import type { Subscription } from './subscription.ts'

type Step = IteratorResult<EventBatch, void>

export interface StoredAnswer {
  atOnce(): EventBatch | null
  open(): AsyncIterator<EventBatch, void>
  inTurn(read: () => Promise<Step | null>): Promise<Step | null>
  /** Resolves once the client has read enough; undefined while little is waiting. */
  hasRoom(): Promise<void> | undefined
}

export function sendAtOnce(subscription: Subscription, { atOnce, hasRoom }: StoredAnswer): boolean {
  const batch = hasRoom() ? null : atOnce()
  if (batch && batch.length > 0) subscription.sendStored(batch)
  else batch?.release()
  return batch !== null
}

/** Each batch waits for its turn, and until the client has read the ones before, of any subscription. */
export async function sendInTurn(
  subscription: Subscription,
  answer: StoredAnswer,
  judged?: JudgedAnswer,
): Promise<void> {
  const stored = answer.open()
  do await answer.hasRoom()
  while (await sendNext(subscription, answer, stored, judged))
  await judged?.end()
}

/** False when there is no more. A separate function, so that no batch is held while the client reads. */
async function sendNext(
  subscription: Subscription,
  { inTurn, hasRoom }: StoredAnswer,
  stored: AsyncIterator<EventBatch, void>,
  judged: JudgedAnswer | undefined,
): Promise<boolean> {
  const read = await inTurn(async () => (hasRoom() ? null : stored.next()))
  if (read === null) return true
  if (read.done) return false
  if (judged) await judged.take(read.value)
  else subscription.sendStored(read.value)
  return true
}
