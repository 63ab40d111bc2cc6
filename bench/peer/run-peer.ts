import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { FiguresOfRows } from './figures-of-rows.ts'
import { openStores } from './fill.ts'
import { ourRelay, strfryRelay, turnCacheOn } from './open-relays.ts'
import type { Bench } from './row.ts'
import { measureAcceptFilled } from './rows/accept.ts'
import { measureCount } from './rows/count.ts'
import { measureLive } from './rows/live.ts'
import { measureMixed } from './rows/mixed.ts'
import { measureReq } from './rows/req.ts'
import { measureRest } from './rows/rest.ts'
import { measureSubscribe } from './rows/subscribe.ts'
import { measureText } from './rows/text.ts'

const rows: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  rest: measureRest,
  req: measureReq,
  count: measureCount,
  subscribe: measureSubscribe,
  accept: measureAcceptFilled,
  mixed: measureMixed,
  text: measureText,
  live: measureLive,
}

export async function runPeer(words: readonly string[], strfry: string | undefined): Promise<void> {
  const option = (name: string, otherwise: string) =>
    words.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise
  const alone = words.includes('--alone') || words.includes('--cached')
  if (!strfry && !alone) {
    console.log('Skipped: STRFRY is not set to the path of a strfry binary. --alone measures our relay alone.')
    return
  }
  const asked = words.filter(word => !word.startsWith('--'))
  const unknown = asked.filter(word => !(word in rows) && word !== 'fill')
  if (unknown.length > 0)
    throw new Error(`No row is called ${unknown.join(', ')}: there are fill, ${Object.keys(rows).join(', ')}.`)

  const kept = option('stores', '')
  const folder = kept ? resolve(kept) : await mkdtemp(join(tmpdir(), 'hornets-peer-'))
  const memoryMb = Number(option('memory', '0')) || undefined
  const relays = [await ourRelay(join(folder, 'ours'), { memoryMb })]
  const cached = join(folder, 'cached')
  const isCached = words.includes('--cached')
  if (isCached) relays.push(await ourRelay(cached, { name: 'cached', memoryMb }))
  else if (strfry && !alone) relays.push(await strfryRelay(resolve(strfry), join(folder, 'strfry'), { memoryMb }))
  const figures = new FiguresOfRows(isCached ? 'cached' : 'strfry')
  try {
    const stored = Number(option('events', '50000'))
    const rounds = Number(option('rounds', '3'))
    const settings = {
      relays,
      stored,
      rounds,
      seconds: Number(option('seconds', '5')),
      warmUpSeconds: Number(option('warm', '4')),
      figures,
    }
    const bench = await openStores(settings, { folder, bulk: words.includes('--bulk') })
    if (isCached) {
      await relays[1]?.stop()
      turnCacheOn(cached)
      await relays[1]?.start()
    }
    figures.print({ stored: 0 })
    for (const [name, measure] of Object.entries(rows)) {
      if (asked.length > 0 && !asked.includes(name)) continue
      await measure(bench)
      figures.print({ stored })
    }
    console.log(`\n${stored.toLocaleString('en')} events stored, medians of ${rounds} rounds\n\n${figures.table()}`)
  } finally {
    await Promise.all(relays.map(relay => relay.stop()))
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}
