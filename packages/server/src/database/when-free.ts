import { setTimeout as sleep } from 'node:timers/promises'

/** How long a change waits for another program's lock. */
export const lockedMsMax = 2000
const firstWaitMs = 5
const waitMsMax = 100

/** A database on a server does not answer, or not in time. Callers treat it as a locked file. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** SQLITE_BUSY and SQLITE_LOCKED with any extended code; a server that is away. */
export function isLockedError(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && [5, 6].includes(errcode & 0xff)
}

export interface WhenFreeOptions {
  /** When to give up, on the clock of `performance.now()`. */
  readonly until: number
  /** Whether the work itself has begun, which happens once: its error is for the caller. */
  readonly hasBegun?: () => boolean
  /** Called after each try with whether the database was locked. */
  readonly onTried?: (isLocked: boolean) => void
}

/** Without blocking this thread; needs a busy timeout of 0. Throws SQLite's error when the time is up. */
export async function whenFree<Result>(
  work: () => Result | Promise<Result>,
  { until, hasBegun, onTried }: WhenFreeOptions,
): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    try {
      const result = await work()
      onTried?.(false)
      return result
    } catch (error) {
      if (!isLockedError(error)) throw error
      onTried?.(true)
      if (hasBegun?.() || performance.now() + waitMs > until) throw error
      await sleep(waitMs)
    }
  }
}
