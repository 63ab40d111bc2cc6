import { giveWay } from '@hornets/server/process/give-way'
import { moveRows } from './move-rows.ts'
import { type OpenEngines, openEngines, reasonOf } from './open-engines.ts'

// Copies in a process of its own, so that the relay keeps serving; ends with its parent.

export type CopyOrder = Omit<OpenEngines, 'isRunning'>
export type CopyNews = { readonly table: string; readonly rows: number } | { readonly error: string | null }

const tellEveryMs = 250

process.once('disconnect', () => process.exit(1))
process.once('message', (order: CopyOrder) => {
  copy(order).then(
    () => end(null),
    error => end(reasonOf(error)),
  )
})

function end(error: string | null): void {
  process.send?.({ error } satisfies CopyNews, () => process.exit(0))
}

async function copy(order: CopyOrder): Promise<void> {
  giveWay()
  await using engines = await openEngines({ ...order, isRunning: true })
  let toldAt = 0
  await moveRows({
    ...engines,
    onProgress(table, rows) {
      if (performance.now() - toldAt < tellEveryMs) return
      toldAt = performance.now()
      process.send?.({ table, rows } satisfies CopyNews)
    },
  })
}
