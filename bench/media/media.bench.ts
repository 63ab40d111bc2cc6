import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureLists } from './lists.ts'
import { measureCards, measureScroll } from './scroll.ts'
import { measureCost, measureThumbnails } from './thumbnails.ts'

// What the media manager promises for 100,000 files: a page of the list within 50 ms whatever the filter, 50 thumbnails a
// second, which slow the acceptance of events by at most a tenth, and a grid that scrolls smoothly from end to end.
// `npm run bench -- media [lists] [thumbnails] [cost] [cards] [scroll] [--files=100000] [--before=commit]`; default: all, some four
// minutes. The grid is also measured as it was at a commit, or in a folder with a built console.

const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
const files = Number(process.argv.find(word => word.startsWith('--files='))?.slice(8) ?? 100_000)

const before = process.argv.find(word => word.startsWith('--before='))?.slice(9)

const parts: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  lists: folder => measureLists(join(folder, 'lists'), files),
  thumbnails: async folder => {
    await measureThumbnails(join(folder, 'two'), 1000, [1600, 1200])
    await measureThumbnails(join(folder, 'twelve'), 300, [4000, 3000])
  },
  cost: folder => measureCost(join(folder, 'idle'), join(folder, 'busy')),
  cards: () => measureCards(files, before),
  scroll: () => measureScroll(files, before),
}

const unknown = named.filter(name => !(name in parts))
if (unknown.length > 0) throw new Error(`no part of this benchmark is called ${unknown.join(', ')}`)
const folder = await mkdtemp(join(tmpdir(), 'hornets-media-bench-'))
try {
  for (const [name, measure] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) await measure(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
