import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { call, claim, login, makeDataDir, spawnRelay } from '../../apps/relay/test/harness.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { openAcceptance } from './acceptance.ts'
import { chunkEvents, chunkPath, makeChunks } from './event-chunks.ts'
import { seedEndsAt } from './seeded-events.ts'

// How many events a second does a relay accept while 100,000 others are deleted, compared with the bursts between? A
// part of them is deleted during every second burst.

const bench = 'deleting'
const chunks = [0, 1]
const rounds = 12
const parts = rounds / 2
/** Seeded events are five seconds apart. */
const partSeconds = Math.ceil((chunks.length * chunkEvents * 5) / parts)

await makeChunks(chunks)
const folder = await makeDataDir()
try {
  const relay = await spawnRelay(folder)
  const token = await login(relay.adminUrl, await claim(relay))
  const ask = async (path: string, body?: object) =>
    (await call(relay.adminUrl, path, { token, ...(body && { body }) })).body
  await fill(relay.adminUrl, token)
  while ((await ask('/api/events/transfers')).transfers[0].state === 'running') await setTimeout(200)
  const stored = (await ask('/api/events/count', { filter: { until: seedEndsAt } })).count
  const acceptance = await openAcceptance(rounds)
  const rates: Record<'alone' | 'meanwhile', number[]> = { alone: [], meanwhile: [] }
  try {
    for (let part = 0; part < parts; part++) {
      rates.alone.push((await acceptance.publish(relay.publicUrl)).acceptedPerSecond)
      const until = seedEndsAt - part * partSeconds
      await ask('/api/events/delete', { filter: { since: until - partSeconds + 1, until } })
      rates.meanwhile.push((await acceptance.publish(relay.publicUrl)).acceptedPerSecond)
      while ((await ask('/api/events/jobs')).jobs[0].state === 'running') await setTimeout(50)
    }
    const left = (await ask('/api/events/count', { filter: { until: seedEndsAt } })).count
    const [alone, meanwhile] = [median(rates.alone), median(rates.meanwhile)]
    printFigure({
      bench,
      figure: 'accepted events per second while others are deleted, compared with the bursts between',
      deleted: stored - left,
      alone: Math.round(alone),
      meanwhile: Math.round(meanwhile),
      ratio: rounded(meanwhile / alone, 2),
      rates,
    })
  } finally {
    await acceptance.close()
    await relay.end()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function fill(adminUrl: string, token: string): Promise<void> {
  async function* lines() {
    for (const chunk of chunks) {
      yield* createReadStream(chunkPath(chunk))
      yield Buffer.from('\n')
    }
  }
  const answer = await fetch(`${adminUrl}/api/events/import?name=bench.jsonl`, {
    method: 'POST',
    body: Readable.from(lines()) as unknown as ReadableStream,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  } as RequestInit)
  if (answer.status !== 202) throw new Error(`the file was not taken: ${await answer.text()}`)
}
