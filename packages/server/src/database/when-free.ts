import { setTimeout as sleep } from 'node:timers/promises'

/** How long a change waits for another program to let go of the database. */
export const lockedMsMax = 2000
const firstWaitMs = 5
const waitMsMax = 100

/** SQLITE_BUSY and SQLITE_LOCKED, whatever their extended codes say. */
export function isLockedError(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && [5, 6].includes(errcode & 0xff)
}

export interface WhenFreeOptions {
  /** On the clock of `performance.now()`: when to give up. */
  readonly until: number
  /** Told with each try whether the database was found locked. */
  readonly onTried?: (isLocked: boolean) => void
}

/**
 * Tries until no other program holds a lock, without ever holding up this thread: SQLite's own waiting would. The
 * connection has to be opened with a busy timeout of 0. Throws SQLite's error once it is time to give up, and any other one.
 */
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
