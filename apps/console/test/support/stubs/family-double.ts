import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody, serveFile } from './stub-relay.ts'

export type Recorded = '2025-05' | '2026-04'

interface Call {
  readonly call: string
  readonly sent?: unknown
  /** With the token of the sign-in before. */
  readonly token?: true
  readonly status?: number
  readonly answer: unknown
}

interface Received {
  readonly call: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export interface Double {
  readonly url: string
  /** The key that signed in when it was recorded. */
  readonly pubkey: string
  readonly received: Received[]
  /** Calls that were not recorded: 404, as there. */
  readonly unknown: string[]
  stop(): Promise<void>
}

const token = 'token-of-the-family'

const recordingsOf = (server: Recorded): readonly Call[] =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../relay/test/admin/settings/other-consoles/answers-${server}.json`, import.meta.url),
      'utf8',
    ),
  ).calls

/** From its recordings alone. A recorded change moves its part on: reads answer what was recorded after it. */
export async function startDouble(server: Recorded, folder: string): Promise<Double> {
  const calls = recordingsOf(server)
  const received: Received[] = []
  const unknown: string[] = []
  const reached = new Map<string, number>()

  const find = (call: string, path: string): Call | undefined => {
    const found = placesOf(calls, call).filter(at => !path.startsWith('/api/') || calls[at]?.status !== 401)
    const part = partOf(path)
    const now = reached.get(part) ?? -1
    const next = found.find(at => at > now) ?? found.at(-1)
    if (next === undefined) return undefined
    if (!call.startsWith('GET ')) reached.set(part, next)
    return calls[next]
  }

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    const call = `${request.method} ${path}`
    if (request.method === 'GET' && !path.startsWith('/api/') && path !== '/user-exist')
      return serveFile(folder, path.split('?')[0] as string, response)
    received.push({ call, headers: request.headers, body: await readBody(request) })
    const found = path.startsWith('/api/') ? find(call, path) : signInOf(calls, call)
    if (found?.token && request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, { error: 'Missing or invalid Authorization header' })
    if (found) return send(response, found.status ?? 200, found.answer)
    unknown.push(call)
    send(response, 404, `Cannot ${call}`)
  }
  const listening = createServer((request, response) => {
    answerTo(request, response).catch(() => request.socket.destroy())
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { sent } = calls.find(({ call }) => call === 'POST /login') as { readonly sent: { readonly npub: string } }
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    pubkey: sent.npub,
    received,
    unknown,
    stop: async () => {
      listening.closeAllConnections()
      listening.close()
      await once(listening, 'close')
    },
  }
}

/** Where a call was recorded: with the same query, else the same filter, else any. */
function placesOf(calls: readonly Call[], call: string): number[] {
  const wanted = new URL(call.split(' ')[1] as string, 'http://double')
  const fits = (test: (one: string, url: URL) => boolean) =>
    calls.flatMap(({ call: one }, at) => {
      const [method, path] = one.split(' ')
      return method === call.split(' ')[0] && path && test(one, new URL(path, 'http://double')) ? [at] : []
    })
  const isSame = (url: URL) => url.pathname === wanted.pathname
  const filter = wanted.searchParams.get('filter')
  const exact = fits(one => one === call)
  const filtered = fits((_, url) => isSame(url) && url.searchParams.get('filter') === filter)
  return [exact, filtered, fits((_, url) => isSame(url))].find(places => places.length > 0) ?? []
}

/** `/api/settings/relay` and `/api/settings` change together. */
const partOf = (path: string): string =>
  path
    .replace(/^\/api\/(pending|replacement)-transactions/, '/api/pending')
    .split(/[/?]/, 3)
    .join('/')

const signInOf = (calls: readonly Call[], call: string) =>
  calls.findLast(one => one.call === call && one.status === 200)

function send(response: ServerResponse, status: number, answer: unknown): void {
  const isText = typeof answer === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' })
  response.end(isText || status === 204 ? String(answer) : JSON.stringify(answer).replaceAll('<token>', token))
}
