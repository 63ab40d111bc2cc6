import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from './event-store.ts'

/** While others store events, a job rests this many times as long as it worked. */
const restTimes = 9
/** For work that also waits for other servers. */
const usualRestMsMax = 2000

export async function inTurn(
  events: Pick<EventStore, 'mark'>,
  signal: AbortSignal,
  work: () => Promise<number>,
  restMsMax = usualRestMsMax,
): Promise<void> {
  const [before, since] = [events.mark(), performance.now()]
  const own = await work()
  if (events.mark() - before <= own) return
  const rest = Math.min((performance.now() - since) * restTimes, restMsMax)
  await pause(rest, undefined, { signal }).catch(() => {})
}
