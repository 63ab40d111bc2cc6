import { rm } from 'node:fs/promises'
import { runInProcess } from '../../apps/relay/src/backup/work/job-process.ts'
import { beginJob, kill, makeBackupWorld } from '../../apps/relay/test/admin/backup/backup-world.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { openAcceptance } from './acceptance.ts'
import { copySeeded } from './people/seeded-store.ts'
import { startRelay } from './relay-process.ts'

// A backup of this many events and files (100,000 and 1,000 by default, 1000000 and 10000 for the whole), killed in the
// middle once, then restored and compared; and how many events a second a relay accepts while it is backed up again and
// again, compared with the bursts between: `npm run bench -- backup 1000000 10000`.

const bench = 'backup'
const [events = 100_000, files = 1000] = process.argv.slice(2).map(Number)
const rounds = 8

const world = await makeBackupWorld({ events: 0, files })
await copySeeded(world.dataDir, { events, authors: events / 10 })
const signal = new AbortController().signal
const seconds = (since: number) => rounded((performance.now() - since) / 1000, 1)
try {
  const { job, test } = world.at('backups')
  const child = beginJob(job)
  await new Promise<void>(resolve => {
    child.on('message', ({ progress }: { progress?: { step: string } }) => progress?.step === 'files' && resolve())
    child.once('exit', () => resolve())
  })
  await kill(child)
  const begun = performance.now()
  const made = await runInProcess(job, { signal, onProgress: () => {} })
  const backupSeconds = seconds(begun)
  const again = performance.now()
  await runInProcess(job, { signal, onProgress: () => {} })
  const againSeconds = seconds(again)
  const testing = performance.now()
  const tested = await runInProcess(test, { signal, onProgress: () => {} })
  printFigure({
    bench,
    figure: 'a backup of a whole relay, after one that was killed in the middle, and its restore test',
    events,
    files,
    bytes: made.bytes,
    backupSeconds,
    againSeconds,
    testSeconds: seconds(testing),
    differing: tested.differing,
  })
  if (tested.differing.length > 0) process.exitCode = 1
  await measureAccept()
} finally {
  await world.close()
}

/** Every second burst while backups run one after the other. */
async function measureAccept(): Promise<void> {
  const relay = await startRelay(world.dataDir)
  const acceptance = await openAcceptance(rounds)
  const { job } = world.at('meanwhile')
  const rates: Record<'alone' | 'meanwhile', number[]> = { alone: [], meanwhile: [] }
  let backups = 0
  try {
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) {
        rates.alone.push((await acceptance.publish(relay.url)).acceptedPerSecond)
        continue
      }
      const stopping = new AbortController()
      const backingUp = (async () => {
        for (; !stopping.signal.aborted; backups++) {
          await rm(job.place, { recursive: true, force: true })
          await runInProcess(job, { signal: stopping.signal, onProgress: () => {} })
        }
      })().catch(error => {
        if (!stopping.signal.aborted) throw error
      })
      rates.meanwhile.push((await acceptance.publish(relay.url)).acceptedPerSecond)
      stopping.abort()
      await backingUp
    }
    const [alone, meanwhile] = [median(rates.alone), median(rates.meanwhile)]
    printFigure({
      bench,
      figure: 'accepted events per second during backups, compared with the bursts between',
      alone: Math.round(alone),
      meanwhile: Math.round(meanwhile),
      ratio: rounded(meanwhile / alone, 2),
      backups,
      rates,
    })
  } finally {
    await acceptance.close()
    await relay.stop()
  }
}
