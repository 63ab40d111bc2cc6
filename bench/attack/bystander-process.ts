import { setTimeout as delay } from 'node:timers/promises'
import { Asker } from '../nostr/asker.ts'
import { everyMillis } from './feeling.ts'

// The bystander asks `REQ {kinds:[1], limit:10}` every 50 ms, in a separate process so that the attacker's work does
// not delay its clock. On a message it reports what it has felt since the last one.

const [host = '', port = ''] = process.argv.slice(2)
const patienceMillis = 60_000

let felt: { at: number; millis: number }[] = []
let asker: Asker | null = null
let asking = 0

process.on('message', () => {
  // A pending query counts with the time that it has waited.
  const waiting = asking > 0 ? [{ at: asking, millis: performance.now() - asking }] : []
  process.send?.([...felt, ...waiting])
  felt = []
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

for (;;) {
  asking = performance.now()
  const answered = await Promise.race([ask(), delay(patienceMillis, false)])
  const millis = performance.now() - asking
  felt.push({ at: asking, millis })
  if (!answered) asker = null
  asking = 0
  await delay(Math.max(0, everyMillis - millis))
}

async function ask(): Promise<boolean> {
  try {
    asker ??= await Asker.connect({ host, port: Number(port) }, { from: '127.0.0.9' })
    const { end } = await asker.request({ kinds: [1], limit: 10 })
    if (end === 'EOSE') return true
    asker.line.close()
  } catch {
    await delay(everyMillis)
  }
  asker = null
  return ask()
}
