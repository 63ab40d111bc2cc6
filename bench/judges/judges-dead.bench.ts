import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { median, printFigure, processorMs, rounded } from '../figures.ts'
import { openAcceptance } from '../nostr/acceptance.ts'
import { faults, inside, memoryMb, occupy, openRelay, service, setFault } from './dead-stage.ts'

// Does the relay accept and read events as fast with every engine on and every service dead, slow or lying? Two relays
// in turn, the other one with all engines off, while images, profiles and a reader with preferences keep both busy.
// `npm run bench -- judges-dead [turns]`: each turn goes once through all faults; default: two, some two minutes. The ratios are
// the medians of neighbouring rounds; resident memory is that after the first turn and at the end, of both relays.

const [turns = 2] = process.argv.slice(2).map(Number)
async function readMillis(url: string): Promise<number> {
  const client = await RawClient.connect(url)
  const took: number[] = []
  for (let at = 0; at < 100; at++) {
    const startedMs = performance.now()
    client.say('REQ', `q${at}`, { kinds: [1], limit: 100 })
    await client.hear('EOSE', `q${at}`)
    took.push(performance.now() - startedMs)
    client.say('CLOSE', `q${at}`)
    client.heard.length = 0
  }
  client.close()
  return median(took)
}

const residentMb = (pid: number | undefined) => memoryMb(pid, 'VmRSS')

const folder = await mkdtemp(join(tmpdir(), 'hornets-judges-dead-'))
const names = Object.keys(faults)
const acceptance = await openAcceptance((turns * names.length + 1) * 2, 3000)
const off = await openRelay(join(folder, 'off'), false)
const on = await openRelay(join(folder, 'on'), true)
const figures = {
  accepted: { off: [] as number[], on: [] as number[] },
  read: { off: [] as number[], on: [] as number[] },
  processor: { off: [] as number[], on: [] as number[] },
}
const leave = [await occupy(off.publicUrl), await occupy(on.publicUrl)]
const memory = { off: [] as number[], on: [] as number[] }
try {
  // Until its code is compiled, a relay is slower.
  for (const { publicUrl } of [off, on]) await acceptance.publish(publicUrl)
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) {
      setFault(name)
      const inTurn = Object.entries(names.indexOf(name) % 2 ? { on, off } : { off, on })
      for (const [which, relay] of inTurn as ['off' | 'on', typeof on][]) {
        const before = processorMs(relay.child.pid)
        figures.accepted[which].push((await acceptance.publish(relay.publicUrl)).acceptedPerSecond)
        figures.processor[which].push(processorMs(relay.child.pid) - before)
        figures.read[which].push(await readMillis(relay.publicUrl))
      }
      process.stderr.write(`${turn + 1}/${turns} ${name}\n`)
    }
    memory.off.push(residentMb(off.child.pid))
    memory.on.push(residentMb(on.child.pid))
  }
  const ratio = ({ on: busy, off: free }: typeof figures.read) =>
    rounded(median(busy.map((one, at) => one / (free[at] ?? 1))), 2)
  printFigure({
    bench: 'judges-dead',
    figure: 'accepted events per second and milliseconds of a REQ, engines on against off',
    acceptedRatio: ratio(figures.accepted),
    readRatio: ratio(figures.read),
    processorRatio: ratio(figures.processor),
    acceptedPerSecond: figures.accepted.on.map(Math.round),
    acceptedPerSecondOff: figures.accepted.off.map(Math.round),
    readMillis: figures.read.on.map(one => rounded(one, 1)),
    readMillisOff: figures.read.off.map(one => rounded(one, 1)),
    residentMb: memory.on.map(Math.round),
    residentMbOff: memory.off.map(Math.round),
    calls: service.asked.length,
    followedRedirects: inside.asked.length,
  })
} finally {
  await Promise.all(leave.map(end => end()))
  await acceptance.close()
  await Promise.all([off.end(), on.end()])
  await Promise.all([service.close(), inside.close()])
  await rm(folder, { recursive: true, force: true })
}
