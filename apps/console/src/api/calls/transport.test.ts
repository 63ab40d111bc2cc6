import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { afterEach, expect, it, vi } from 'vitest'
import { isAtWork } from '../../at-work.ts'
import { sendFile } from './files/send-file.ts'
import { send } from './transport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('without a network a call that changes something is refused with the reason, and never made later', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', fetched)
  await expect(send({ method: 'POST', path: '/api/settings/general', body: {} })).rejects.toMatchObject({
    code: 'network',
    message: 'You are offline: nothing was sent, and nothing has changed',
  })
  expect(fetched).not.toHaveBeenCalled()
})

it('AUTH-09: sends the token as bearer with every call, and none without one', async () => {
  const sent: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return new Response('{}')
  })
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await send({ method, path: '/api/x', token: 'secret' })
  await send({ method: 'GET', path: '/user-exist' })
  expect(sent.map(({ authorization }) => authorization)).toEqual([...Array(4).fill('Bearer secret'), undefined])
})

it('R-32: holds the page until a writing call succeeds or fails, but not for reads', async () => {
  const seen: boolean[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    seen.push(isAtWork())
    if (path === '/lost') throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  await send({ method: 'GET', path: '/read' })
  await send({ method: 'POST', path: '/write' })
  await expect(send({ method: 'DELETE', path: '/lost' })).rejects.toMatchObject({ code: 'network' })
  expect([...seen, isAtWork()]).toEqual([false, true, true, false])
})

it.each(['<p>Not JSON</p>', '{"cut": '])('ERR-02: gives %j, which is not JSON, the fallback text', async body => {
  vi.stubGlobal('fetch', async () => new Response(body))
  await expect(send({ method: 'GET', path: '/api/x' })).rejects.toMatchObject({
    code: 'answer',
    status: 200,
    message: 'An error occurred',
  })
})

it('ERR-05: another server that gives no answer is said to be not responding, as this one is, also if it is silent for 30 s', async () => {
  const noAnswer = { status: 0, code: 'network', message: 'The server is not responding, try again later' }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send({ method: 'GET', path: '/api/x' })).rejects.toMatchObject(noAnswer)
  // Nor does it to a file.
  const fail = function (this: XMLHttpRequest) {
    this.onerror?.({} as ProgressEvent)
  }
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {}
      readonly open = () => undefined
      readonly setRequestHeader = () => undefined
      readonly send = fail
    },
  )
  const options = { path: '/api/files', headers: {}, onProgress: () => undefined }
  await expect(sendFile(uploadFile, new File(['a'], 'a.txt'), options)).rejects.toMatchObject(noAnswer)
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  timeout.mockReturnValueOnce(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.aborted && reject(signal.reason as Error)),
  )
  await expect(send({ method: 'GET', path: '/api/x' })).rejects.toMatchObject(noAnswer)
  expect(timeout.mock.calls).toEqual([[30_000]])
  const addresses = JSON.stringify({ admin: 'https://relay.example', wallet: '' })
  vi.stubGlobal('localStorage', { getItem: () => addresses })
  const postMessage = function (this: Worker, { id }: { id: number }) {
    this.onmessage?.({ data: { id, tell: { failed: true } } } as MessageEvent)
  }
  vi.stubGlobal(
    'Worker',
    class {
      readonly postMessage = postMessage
    },
  )
  await expect(send({ method: 'GET', path: '/api/x' })).rejects.toMatchObject(noAnswer)
})
