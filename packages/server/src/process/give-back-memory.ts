import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'

const usualMs = 1500
/** A busier thread is not stopped. */
const idleUtilisation = 0.05

/**
 * Returns the memory that a start needed to the system, some 50 MB that would be kept for later: once, in the first
 * moment in which the thread has nothing to do, since it stops for several collections.
 */
export function giveBackMemory(watchedMs = usualMs): void {
  const begun = performance.eventLoopUtilization()
  setTimeout(() => {
    if (performance.eventLoopUtilization(begun).utilization > idleUtilisation) return giveBackMemory(watchedMs)
    v8.setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
    collect({ type: 'major', flavor: 'last-resort' })
  }, watchedMs).unref()
}
