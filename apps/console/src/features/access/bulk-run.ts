import { useSyncExternalStore } from 'react'
import { holdPage } from '../../at-work.ts'
import { type BulkResult, runInParts } from './bulk.ts'

/** A change of many rows that is under way; it goes on while other pages are looked at. */
export interface Progress {
  readonly ended: number
  readonly total: number
}

let current: Progress | undefined
let last: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

function tell(next: Progress | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentProgress = (): Progress | undefined => current

/** The change that is under way, if there is one. */
export const useProgress = (): Progress | undefined => useSyncExternalStore(listen, currentProgress)

/** As `runInParts`, one after the other: a second run waits for the first. It is over once `settle` is. */
export function runBulk<Item, Answer>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => Promise<Answer>,
  settle: () => Promise<void>,
): Promise<BulkResult<Answer>> {
  const letGo = holdPage()
  const run = last.then(async () => {
    const total = items.length
    tell({ ended: 0, total })
    try {
      const result = await runInParts(items, size, work, ended => tell({ ended, total }))
      await settle()
      return result
    } finally {
      tell(undefined)
      letGo()
    }
  })
  last = run.catch(() => undefined)
  return run
}
