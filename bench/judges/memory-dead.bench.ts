import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printFigure, rounded } from '../figures.ts'
import { faults, inside, memoryMb, occupy, openRelay, service, setFault } from './dead-stage.ts'

// Is memory flat with every engine on and every service dead? `npm run bench -- memory-dead [minutes] [pause]`; default: an
// hour at three turns a second. Another fault each minute; a second relay with all engines off has the same load. The
// slope is that of RssAnon over the second half.

const [minutes = 60, pauseMs = 333] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'hornets-memory-dead-'))
const off = await openRelay(join(folder, 'off'), false)
const on = await openRelay(join(folder, 'on'), true)
const names = Object.keys(faults)
const samples: { minute: number; off: number; on: number }[] = []
const leave = [await occupy(off.publicUrl, pauseMs), await occupy(on.publicUrl, pauseMs)]
const begun = performance.now()
try {
  for (let minute = 0; minute < minutes; minute = (performance.now() - begun) / 60_000) {
    setFault(names[Math.floor(minute) % names.length] ?? 'dead')
    await wait(15_000)
    const [offMb, onMb] = [off, on].map(({ child }) => memoryMb(child.pid, 'RssAnon'))
    samples.push({ minute: rounded(minute, 2), off: rounded(offMb ?? 0, 1), on: rounded(onMb ?? 0, 1) })
    process.stderr.write(`${JSON.stringify(samples.at(-1))}\n`)
  }
  printFigure({
    bench: 'memory-dead',
    figure: 'RssAnon, engines on against off, megabytes',
    minutes,
    slopePerHour: rounded(slope('on'), 1),
    slopePerHourOff: rounded(slope('off'), 1),
    on: samples.map(one => one.on),
    off: samples.map(one => one.off),
    calls: service.asked.length,
    followedRedirects: inside.asked.length,
  })
} finally {
  await Promise.all(leave.map(end => end()))
  await Promise.all([off.end(), on.end()])
  await Promise.all([service.close(), inside.close()])
  await rm(folder, { recursive: true, force: true })
}

/** Megabytes an hour, by least squares. */
function slope(which: 'on' | 'off'): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [minute, megabytes] = [mean(half.map(one => one.minute)), mean(half.map(one => one[which]))]
  const products = half.map(one => (one.minute - minute) * (one[which] - megabytes))
  const squares = half.map(one => (one.minute - minute) ** 2)
  return (60 * mean(products)) / mean(squares)
}
