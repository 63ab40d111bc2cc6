import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillForReading } from '../attack/fill-for-reading.ts'
import { ourRelay } from '../peer/open-relays.ts'
import { runSoak } from './run-soak.ts'

// 200 clients that write, read, subscribe and leave, one in ten hostile, and attacks in turn. Latency, memory and disk
// must be flat over the second half, and nothing acknowledged may be missing at the end. `npm run bench -- soak [minutes]
// [clients]`; default: an hour and 200.

const [minutes = '60', clients = '200'] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'hornets-soak-'))
const relay = await ourRelay(join(folder, 'relay'), { output: 'inherit' })
try {
  await relay.start()
  await fillForReading(relay, 20_000)
  await runSoak(relay, { minutes: Number(minutes), clients: Number(clients) })
} finally {
  await relay.stop()
  await rm(folder, { recursive: true, force: true })
}
