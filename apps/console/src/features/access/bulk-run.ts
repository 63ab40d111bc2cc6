import pLimit from 'p-limit'
import { holdPage } from '../../at-work.ts'
import { signal } from '../../signal.ts'
import { type BulkResult, runInParts } from './bulk.ts'

export interface Progress {
  readonly ended: number
  readonly total: number
}

const progress = signal<Progress | undefined>(undefined)
const oneAtATime = pLimit(1)

export const currentProgress = progress.get

export const useProgress = progress.useValue

export function runBulk<Item, Answer>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => Promise<Answer>,
  settle: () => Promise<void>,
): Promise<BulkResult<Answer>> {
  const letGo = holdPage()
  return oneAtATime(async () => {
    const total = items.length
    progress.set({ ended: 0, total })
    try {
      const result = await runInParts(items, size, work, ended => progress.set({ ended, total }))
      await settle()
      return result
    } finally {
      progress.set(undefined)
      letGo()
    }
  })
}
