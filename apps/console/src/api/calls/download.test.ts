import { exportAudit } from '@hornets/contract/admin/audit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { download } from './download.ts'

vi.mock('../session/session.ts', () => ({ readSession: () => ({ token: 'secret' }) }))
const { leaveBecause } = vi.hoisted(() => ({ leaveBecause: vi.fn() }))
vi.mock('../session/leave.ts', () => ({ leaveBecause }))

let asked: { path: string; init: RequestInit } | undefined
let server: ReadableStreamDefaultController<Uint8Array>
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  leaveBecause.mockReset()
})

/** A server that has started to answer; the test decides what follows. */
function startServer(): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked = { path, init }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        server = controller
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/csv' } })
  })
}
const answerWith = (response: Response) => vi.stubGlobal('fetch', async () => response)

function begin() {
  const cancelling = new AbortController()
  const progress: number[] = []
  const query = { format: 'csv', q: 'a b' } as const
  const file = download(exportAudit, { query, signal: cancelling.signal, onProgress: bytes => progress.push(bytes) })
  file.catch(() => undefined)
  return { file, progress, cancel: () => cancelling.abort() }
}
const textOf = (length: number) => new Uint8Array(length).fill(97)

it('AUTH-48, AUTH-49: shows why the server refused a download, and ends an expired session', async () => {
  answerWith(Response.json({ error: 'Invalid or expired token', code: 'unauthorized' }, { status: 401 }))
  await expect(begin().file).rejects.toMatchObject({ status: 401, message: 'Invalid or expired token' })
  expect(leaveBecause.mock.calls).toEqual([['Authentication failed. You have been logged out.']])
  answerWith(Response.json({ error: 'Your role does not allow this', code: 'forbidden' }, { status: 403 }))
  await expect(begin().file).rejects.toMatchObject({ code: 'forbidden' })
})

it('is asked from the entered server with its token, and follows it nowhere else (FAMILY-01)', async () => {
  const entered = JSON.stringify({ admin: 'https://relay.example', wallet: '' })
  vi.stubGlobal('localStorage', { getItem: () => entered })
  startServer()
  const { file } = begin()
  await vi.waitFor(() => server.close())
  await file
  expect([asked?.path, asked?.init.redirect]).toEqual([
    'https://relay.example/api/audit/export?format=csv&q=a+b',
    'error',
  ])
})

it('rejects a truncated file', async () => {
  startServer()
  const { file } = begin()
  await vi.waitFor(() => server.enqueue(textOf(10)))
  server.error(new TypeError('network error'))
  await expect(file).rejects.toMatchObject({ code: 'network' })
})

it('ERR-05: half a minute of silence ends it; an hour in which something keeps coming does not', async () => {
  startServer()
  const { file, progress } = begin()
  for (let minute = 0; minute < 180; minute++) {
    await vi.advanceTimersByTimeAsync(20_000)
    server.enqueue(textOf(1))
  }
  await vi.advanceTimersByTimeAsync(29_000)
  expect(progress.at(-1)).toBe(180)
  await vi.advanceTimersByTimeAsync(1000)
  await expect(file).rejects.toMatchObject({
    code: 'network',
    message: 'The server is not responding, try again later',
  })
})

it('cancels immediately, without reporting a server failure', async () => {
  startServer()
  const { file, cancel } = begin()
  await vi.waitFor(() => server.enqueue(textOf(10)))
  cancel()
  await expect(file).rejects.toMatchObject({ name: 'AbortError' })
})

it('AUTH-09: comes whole, byte by byte, with what has come so far, for the token', async () => {
  startServer()
  const { file, progress } = begin()
  const mark = new Uint8Array([0xef, 0xbb, 0xbf])
  await vi.waitFor(() => server.enqueue(mark))
  server.enqueue(textOf(5 * 2 ** 20))
  server.enqueue(textOf(7))
  server.close()
  const blob = await file
  expect([blob.type, blob.size, progress]).toEqual(['text/csv', 5 * 2 ** 20 + 10, [3, 5 * 2 ** 20 + 3, blob.size]])
  expect(new Uint8Array(await blob.slice(0, 4).arrayBuffer())).toEqual(new Uint8Array([0xef, 0xbb, 0xbf, 97]))
  expect(asked?.path).toBe('/api/audit/export?format=csv&q=a+b')
  expect(asked?.init.headers).toEqual({ authorization: 'Bearer secret' })
})
