import { draft, idsOf, save } from './drafts.ts'
import { openStore } from './open-store.ts'

// Stores events until the file cannot grow any more, and tells what is left of them.

const opened = await openStore()
const stored: string[] = []
let error = ''
for (let at = 0; at < 20_000 && error === ''; at += 1) {
  const event = draft({ created_at: at, content: `${at}`.repeat(4000) })
  await save(opened.store, event).then(
    () => stored.push(event.id),
    (cause: Error) => {
      error = cause.message
    },
  )
}
const read = await idsOf(opened.store, [{}])
await opened.reopen()
const later = new Set(await idsOf(opened.store, [{}]))
await opened.close()
const areAllThere = stored.every(id => later.has(id))
process.stdout.write(JSON.stringify({ stored: stored.length, error, read: read.length, areAllThere }))
