import { EventStoreFull } from '../../src/events/event-store.ts'
import { draft, hex, idsOf, save } from './drafts.ts'
import { openStore } from './open-store.ts'

// Stores events until the file cannot grow any more, deletes, and tells what was possible.

const opened = await openStore()
const stored: string[] = []
let number = 0
const next = (changes = {}) => {
  number += 1
  return draft({ created_at: number, content: `${number}`.repeat(4000), ...changes })
}

/** Until the first refusal, which it returns. */
async function fill(times = 4000): Promise<unknown> {
  for (let at = 0; at < 20_000; at += 1) {
    const event = next({ content: `${number}`.repeat(times), tags: [['t', hex(`${number}`)]] })
    const refusal = await save(opened.store, event).then(
      () => null,
      (error: unknown) => error,
    )
    if (refusal) return refusal
    stored.push(event.id)
  }
  return null
}

// Deleting these touches a page of the index for nearly each of their tags.
for (let at = 0; at < 21; at++) {
  const event = next({ content: '', tags: Array.from({ length: 1000 }, (_, tag) => ['t', hex(`${at} ${tag}`)]) })
  await save(opened.store, event)
  stored.push(event.id)
}
const refusal = await fill()
// Smaller ones take the pages that are left.
for (let times = 1000; times > 0; times = Math.floor(times / 4)) await fill(times)
for (let tries = 0; tries < 20; tries++) await fill(0)
const isFull = opened.store.isFull
const isAllRead = (await idsOf(opened.store, [{}])).length === stored.length
await opened.reopen()
const later = new Set(await idsOf(opened.store, [{}]))
const areAllThere = stored.every(id => later.has(id))

// By the operator, then by an author's request (NIP-09).
let removed = 0
for (const id of stored.slice(0, 20)) if (await opened.store.removeById(id).catch(() => false)) removed += 1
const [asked] = stored.slice(20)
const request = await save(opened.store, next({ kind: 5, content: '', tags: [['e', asked]] })).catch(String)
const isAskedGone = (await opened.store.find(asked ?? '')) === null
for (const id of stored.slice(21, 1000)) await opened.store.removeById(id).catch(() => false)
// A large one needs pages side by side. Deleted pages are free once no reader is left that could see them.
let afterwards: unknown
for (let tries = 0; tries < 20 && afterwards !== 'stored'; tries++)
  afterwards = await save(opened.store, next({ content: '' })).catch(String)
const isFullAfterwards = opened.store.isFull
const second = await fill()
await opened.close()
const facts = {
  stored: stored.length,
  isEventStoreFull: refusal instanceof EventStoreFull,
  isFull,
  isAllRead,
  areAllThere,
  removed,
  request,
  isAskedGone,
  afterwards,
  isFullAfterwards,
  isFullAgain: second instanceof EventStoreFull,
}
process.stdout.write(JSON.stringify(facts))
