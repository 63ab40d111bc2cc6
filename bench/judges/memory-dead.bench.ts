import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printFigure, rounded } from '../figures.ts'
import { faults, inside, memoryMb, occupy, openRelay, service, setFault } from './dead-stage.ts'
import { inspected, openHeap } from './js-heap.ts'

// Is memory flat with every engine on and every service dead, slow or lying? `npm run bench -- memory-dead [minutes]
// [events]`; default: an hour at 20 events a second. Another fault each minute; a second relay with all engines off has
// the same load. Each minute prints resident memory and the JS heap; the slopes are over the second half.

const [minutes = 60, eventsPerSecond = 20] = process.argv.slice(2).map(Number)
/** A turn of `occupy` has nine events in four. */
const pauseMs = (9 / 4) * (1000 / eventsPerSecond)
const folder = await mkdtemp(join(tmpdir(), 'hornets-memory-dead-'))
const off = await openRelay(join(folder, 'off'), false, inspected)
const on = await openRelay(join(folder, 'on'), true, inspected)
const heaps = { on: await openHeap(on.output()), off: await openHeap(off.output()) }
const names = Object.keys(faults)
const samples: Awaited<ReturnType<typeof sample>>[] = []
const leave = [await occupy(off.publicUrl, pauseMs), await occupy(on.publicUrl, pauseMs)]
try {
  for (let minute = 1; minute <= minutes; minute++) {
    const fault = names[minute % names.length] ?? 'dead'
    setFault(fault)
    await wait(60_000)
    const taken = await sample(minute)
    samples.push(taken)
    printFigure({ bench: 'memory-dead', figure: `after ${minute} minutes, megabytes`, fault, ...taken })
  }
  const measures = ['residentMb', 'residentMbOff', 'heapMb', 'heapMbOff'] as const
  printFigure({
    bench: 'memory-dead',
    figure: 'growth in the second half, engines on against off, megabytes an hour',
    minutes,
    ...Object.fromEntries(measures.map(name => [name, rounded(slope(name), 1)])),
    calls: service.asked.length,
    followedRedirects: inside.asked.length,
  })
} finally {
  await Promise.all(leave.map(end => end()))
  for (const heap of Object.values(heaps)) heap.close()
  await Promise.all([off.end(), on.end()])
  await Promise.all([service.close(), inside.close()])
  await rm(folder, { recursive: true, force: true })
}

async function sample(minute: number) {
  const [residentMb, residentMbOff] = [on, off].map(({ child }) => rounded(memoryMb(child.pid, 'VmRSS'), 1))
  const [heapMb, heapMbOff] = [await heaps.on.megabytes(), await heaps.off.megabytes()]
  return {
    minute,
    residentMb: residentMb ?? Number.NaN,
    residentMbOff: residentMbOff ?? Number.NaN,
    heapMb: rounded(heapMb, 1),
    heapMbOff: rounded(heapMbOff, 1),
  }
}

/** Megabytes an hour, by least squares. */
function slope(which: 'residentMb' | 'residentMbOff' | 'heapMb' | 'heapMbOff'): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [minute, megabytes] = [mean(half.map(one => one.minute)), mean(half.map(one => one[which]))]
  const products = half.map(one => (one.minute - minute) * (one[which] - megabytes))
  const squares = half.map(one => (one.minute - minute) ** 2)
  return (60 * mean(products)) / mean(squares)
}
