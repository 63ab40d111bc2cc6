import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median, printFigure, rounded } from '../figures.ts'
import { eventsOfTurn, faults, inside, memoryMb, occupy, openRelay, service, setFault } from './dead-stage.ts'
import { inspected, openHeap } from './js-heap.ts'
import { levelOff } from './thirds.ts'

// Does memory level off with every engine on and every service dead, slow or lying? `npm run bench -- memory-dead [minutes]
// [events]`; default: a quarter of an hour at 60 events a second. Another fault each minute; a second relay with all engines
// off has the same load. Every five minutes their medians are printed: anonymous memory, of it what the serving thread's heap
// and all buffers hold, and the rest: native memory, SQLite's pages and the other threads. Mapped files are apart, as the
// kernel takes them back.

const [minutes = 15, eventsPerSecond = 60] = process.argv.slice(2).map(Number)
const pauseMs = eventsOfTurn * (1000 / eventsPerSecond)
const shownEvery = 5
const names = Object.keys(faults)

const folder = await mkdtemp(join(tmpdir(), 'hornets-memory-dead-'))
const opened = {
  on: await openRelay(join(folder, 'on'), true, inspected),
  off: await openRelay(join(folder, 'off'), false, inspected),
}
const relays = {
  on: { pid: opened.on.child.pid, heap: await openHeap(opened.on.output()), samples: [] as Sample[] },
  off: { pid: opened.off.child.pid, heap: await openHeap(opened.off.output()), samples: [] as Sample[] },
}
type Sample = Awaited<ReturnType<typeof sample>>
const leave = [await occupy(opened.on.publicUrl, pauseMs), await occupy(opened.off.publicUrl, pauseMs)]
try {
  for (let minute = 1; minute <= minutes; minute++) {
    setFault(names[minute % names.length] ?? 'dead')
    await wait(60_000)
    for (const relay of Object.values(relays)) relay.samples.push(await sample(relay))
    if (minute % shownEvery === 0) show(minute)
  }
  const sent = await Promise.all(leave.map(end => end()))
  const [on, off] = [relays.on, relays.off].map(({ samples }) => levelOff(samples.map(({ anonymous }) => anonymous)))
  printFigure({
    bench: 'memory-dead',
    figure: 'anonymous memory by thirds, megabytes',
    on: on?.thirds,
    off: off?.thirds,
    isLevel: on?.isLevel,
    isLevelOff: off?.isLevel,
    eventsASecond: sent.map(events => rounded(events / (minutes * 60), 1)),
    calls: service.asked.length,
    followedRedirects: inside.asked.length,
  })
} finally {
  await Promise.all(leave.map(end => end()))
  for (const { heap } of Object.values(relays)) heap.close()
  await Promise.all(Object.values(opened).map(relay => relay.end()))
  await Promise.all([service.close(), inside.close()])
  await rm(folder, { recursive: true, force: true })
}

async function sample({
  pid,
  heap,
}: {
  readonly pid: number | undefined
  readonly heap: Awaited<ReturnType<typeof openHeap>>
}) {
  const { heapUsed, heapTotal, external } = await heap.held()
  const anonymous = rounded(memoryMb(pid, 'RssAnon'), 1)
  const [used, total, buffers] = [heapUsed, heapTotal, external].map(bytes => rounded(bytes / 2 ** 20, 1))
  const rest = rounded(anonymous - (total ?? 0) - (buffers ?? 0), 1)
  return { anonymous, heap: used ?? 0, buffers: buffers ?? 0, rest, files: rounded(memoryMb(pid, 'RssFile'), 1) }
}

function show(minute: number): void {
  const of = (samples: readonly Sample[], name: keyof Sample) =>
    rounded(median(samples.slice(-shownEvery).map(one => one[name])), 1)
  const measures = ['anonymous', 'heap', 'buffers', 'rest', 'files'] as const
  const onAndOff = measures.map(name => [name, [of(relays.on.samples, name), of(relays.off.samples, name)]])
  printFigure({
    bench: 'memory-dead',
    figure: `minutes ${minute - shownEvery + 1} to ${minute}, megabytes, engines on and off`,
    ...Object.fromEntries(onAndOff),
  })
}
