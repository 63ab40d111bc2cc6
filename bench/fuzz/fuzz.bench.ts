import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillForReading } from '../attack/fill-for-reading.ts'
import { printFigure, rounded } from '../figures.ts'
import { ourRelay } from '../peer/open-relays.ts'
import { admitViewer } from './doors/admit-viewer.ts'
import { watchFuzz } from './watch-fuzz.ts'

// Sends the running relay what no client should. `npm run bench -- fuzz [seconds] [seed]`; default: one minute.

const [seconds = '60', seed = String(Math.floor(Math.random() * 1e6))] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'hornets-fuzz-'))
const relay = await ourRelay(join(folder, 'relay'), { output: 'inherit' })
try {
  const token = await admitViewer(relay.folder)
  await relay.start()
  await fillForReading(relay, 5000)
  const outcome = await watchFuzz(relay, { token, seconds: Number(seconds), seed: Number(seed), grownMbMax: 50 })
  const { fuzzed, bystander, survived, memoryMb } = outcome
  printFigure({
    bench: 'fuzz',
    figure: `${seconds} s of hostile messages and requests`,
    seed: Number(seed),
    survived,
    ...fuzzed,
    doors: { ...fuzzed.doors, failures: [...fuzzed.doors.failures], overreached: [...fuzzed.doors.overreached] },
    bystanderMillis: { p50: rounded(bystander.p50), p99: rounded(bystander.p99), max: rounded(bystander.max) },
    memoryMb: { warm: Math.round(memoryMb.warm), after: Math.round(memoryMb.after) },
  })
} finally {
  await relay.stop()
  await rm(folder, { recursive: true, force: true })
}
