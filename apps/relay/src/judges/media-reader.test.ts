import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, onTestFinished, vi } from 'vitest'
import { RemoteFiles } from '../media/library/uploads/remote-file.ts'
import { MediaJudging } from './media-judging.ts'
import { MediaReader } from './media-reader.ts'

const limitBytes = 64 * 2 ** 20
const chunk = Buffer.alloc(2 ** 20, 'x')

/** Nothing is sent of -1 bytes. */
async function serve(bytes: number, isTold: boolean) {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => {
    answers.push(response)
    if (bytes < 0) return
    response.writeHead(200, { 'content-type': 'image/png', ...(isTold && { 'content-length': String(bytes) }) })
    const parts = Array.from({ length: Math.ceil(bytes / chunk.length) }, (_, at) =>
      chunk.subarray(0, bytes - at * chunk.length),
    )
    Readable.from(parts).pipe(response, { end: isTold })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/a.png`, isLeft: () => answers.every(({ destroyed }) => destroyed) }
}

const remote = new RemoteFiles({ wayOut: directWayOut, allows: () => true })
const reader = new MediaReader({ open: async () => null }, remote)

it('fetches a file up to 64 MiB and within its time, and hangs up on one that is longer or later (MODERATE-07)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'media-reader-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const fitting = await serve(limitBytes, true)
  const { path } = await reader.fetched(fitting.url, 60_000, folder)
  expect((await stat(path)).size).toBe(limitBytes)
  const tooLong = await serve(limitBytes + 1, false)
  await expect(reader.fetched(tooLong.url, 10_000, folder)).rejects.toThrow('too large')
  await vi.waitFor(() => expect(tooLong.isLeft()).toBe(true))
  for (const bytes of [1000, -1]) {
    const unending = await serve(bytes, false)
    const begun = performance.now()
    await expect(reader.fetched(unending.url, 300, folder)).rejects.toThrow()
    const tookMs = performance.now() - begun
    expect(tookMs).toBeGreaterThanOrEqual(290)
    expect(tookMs).toBeLessThan(14_000)
    await vi.waitFor(() => expect(unending.isLeft()).toBe(true))
  }
  const timesMs: number[] = []
  const judging = new MediaJudging({
    store: { verdictOf: async () => null },
    bans: { verdictOn: async () => null },
    judge: { isResting: false, judge: async () => Promise.reject(new Error('nothing to judge')) },
    media: {
      stored: async () => null,
      fetched: async (_url, timeoutMs) => {
        timesMs.push(timeoutMs)
        throw new Error('away')
      },
    },
    settings: { get: () => ({ timeout: 7, temp_dir: folder }) as never },
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  expect(await judging.judge({ subject: 'url:https://away.example/a.png', author: 'a', tries: 0 })).toBe('later')
  expect(timesMs).toEqual([7000])
})
