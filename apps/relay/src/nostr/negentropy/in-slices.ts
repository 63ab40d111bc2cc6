import { setImmediate as nextTurn } from 'node:timers/promises'

const sliceMillis = 2

/** Runs work that yields, in turns of the event loop that are short. Throws once the signal aborts. */
export async function inSlices<Result>(work: Generator<void, Result>, signal: AbortSignal): Promise<Result> {
  for (let endsAt = performance.now() + sliceMillis; ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < endsAt) continue
    await nextTurn()
    signal.throwIfAborted()
    endsAt = performance.now() + sliceMillis
  }
}
