import { setTimeout as sleep } from 'node:timers/promises'

/** How long a change waits for another program's lock. */
export const lockedMsMax = 2000
const firstWaitMs = 5
const waitMsMax = 100

/** SQLITE_BUSY and SQLITE_LOCKED with any extended code. */
export function isLockedError(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && [5, 6].includes(errcode & 0xff)
}

export interface WhenFreeOptions {
  /** When to give up, on the clock of `performance.now()`. */
  readonly until: number
  /** Called after each try with whether the database was locked. */
  readonly onTried?: (isLocked: boolean) => void
}

/** Without blocking this thread; needs a busy timeout of 0. Throws SQLite's error when the time is up. */
export async function whenFree<Result>(
  work: () => Result | Promise<Result>,
  { until, onTried }: WhenFreeOptions,
): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    try {
      const result = await work()
      onTried?.(false)
      return result
    } catch (error) {
      if (!isLockedError(error)) throw error
      onTried?.(true)
      if (performance.now() + waitMs > until) throw error
      await sleep(waitMs)
    }
  }
}
