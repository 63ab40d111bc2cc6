import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { call, claim, login, makeDataDir, spawnRelay } from '../../apps/relay/test/harness.ts'
import { printFigure, rounded } from '../figures.ts'
import { chunkEvents, chunkPath, makeChunks } from './event-chunks.ts'

// How fast are events of about 1 KB imported from a file, and in how much memory? After a third the relay is killed, and goes
// on after its restart; after two thirds an operator stops the import, and resumes it. `npm run bench -- import 1000000`.

const bench = 'import'
const events = Math.ceil(Number(process.argv[2] ?? 1_000_000) / chunkEvents) * chunkEvents
const killedAt = 1 / 3
const stoppedAt = 2 / 3
const lookMs = 200

const chunks = Array.from({ length: events / chunkEvents }, (_, at) => at)
await makeChunks(chunks)
const folder = await makeDataDir()
try {
  const first = await spawnRelay(folder)
  const token = await login(first.adminUrl, await claim(first))
  const uploadMs = await timed(() => sendFile(first.adminUrl, token))
  const before = await follow(first, token, ({ done, total }) => done >= (total ?? 0) * killedAt)
  const exit = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await exit
  const second = await spawnRelay(folder)
  const resumedAt = (await latest(second.adminUrl, token)).stored
  const between = await follow(second, token, ({ done, total }) => done >= (total ?? 0) * stoppedAt)
  const order = async (verb: 'stop' | 'resume') => {
    const { id } = await latest(second.adminUrl, token)
    await call(second.adminUrl, `/api/events/transfers/${id}/${verb}`, { method: 'POST', token })
  }
  await order('stop')
  await follow(second, token, ({ state }) => state !== 'running')
  const stopped = await latest(second.adminUrl, token)
  await order('resume')
  const after = await follow(second, token, ({ state }) => state !== 'running')
  const { stored, left_out, state } = await latest(second.adminUrl, token)
  const { body } = await call(second.adminUrl, '/api/events/count', { body: { filter: {} }, token })
  await second.end()
  const parts = [before, between, after]
  const seconds = parts.reduce((sum, { ms }) => sum + ms, 0) / 1000
  printFigure({
    bench,
    figure: 'events imported with a kill and a stop',
    events,
    state,
    stored,
    left_out,
    counted: body.count,
    upload_s: rounded(uploadMs / 1000),
    import_s: rounded(seconds),
    events_per_s: Math.round(events / seconds),
    resumed_at: resumedAt,
    stopped: [stopped.state, stopped.stored],
    peak_mb: Math.max(...parts.map(({ peakMb }) => peakMb)),
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function sendFile(adminUrl: string, token: string): Promise<void> {
  async function* lines() {
    for (const chunk of chunks) {
      yield* createReadStream(chunkPath(chunk))
      yield Buffer.from('\n')
    }
  }
  const streamed = {
    method: 'POST',
    body: Readable.from(lines()) as unknown as ReadableStream,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  }
  const answer = await fetch(`${adminUrl}/api/events/import?name=bench.jsonl`, streamed)
  if (answer.status !== 202) throw new Error(`the file was not taken: ${await answer.text()}`)
}

async function latest(adminUrl: string, token: string): Promise<Transfer> {
  return (await call(adminUrl, '/api/events/transfers', { token })).body.transfers[0]
}

async function follow(
  { adminUrl, child }: Awaited<ReturnType<typeof spawnRelay>>,
  token: string,
  isThere: (transfer: Transfer) => boolean,
) {
  let peakMb = 0
  const ms = await timed(async () => {
    while (!isThere(await latest(adminUrl, token))) {
      const [, peak = 0] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8')) ?? []
      peakMb = Math.round(Number(peak) / 1024)
      await new Promise(resolve => setTimeout(resolve, lookMs))
    }
  })
  return { ms, peakMb }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
