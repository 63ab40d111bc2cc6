import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { RelayStatus } from '@hornets/contract/admin/live'
import { messages } from '@hornets/contract/messages'

export interface Answer {
  readonly status?: number
  readonly body?: unknown
  /** Sent verbatim, for servers that do not speak JSON. */
  readonly text?: string
}

export interface Received {
  readonly call: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

type AnswerOrNone = Answer | 'hang up'

/** `failing`: all reads of data are refused; the live stream and the sign-in go on. */
type Mood = 'answering' | 'failing'

export interface StubRelay {
  readonly url: string
  /** Each call's answer by `METHOD /path`; tests replace those that they are about. */
  readonly answers: Map<string, AnswerOrNone | ((received: Received) => AnswerOrNone)>
  mood: Mood
  readonly unknown: string[]
  readonly calls: string[]
  readonly received: Received[]
  /** Sends an event to every open live stream, or to the next one if none is open. */
  tell(event: string, data: unknown): void
  stop(): Promise<void>
}

/** The relay's content security policy. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"

/** Of the worker that calls servers elsewhere. */
const workerPolicy = "default-src 'none'; connect-src https: http:; frame-ancestors 'none'"

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const isData = /^GET \/(api\/(?!live|status)|wallet\/)/
// Not a 5xx, which the console retries for seconds before it shows an error.
const refusal = { error: messages.badRequest, code: 'bad_request' }

export const status: RelayStatus = {
  version: '0.1.0',
  startedAt: '2026-01-01T00:00:00Z',
  name: 'Hive on paper',
  address: 'wss://hornets.example.com',
  publicListener: true,
  connections: 3,
  eventsLastMinute: 12,
  refusedLastMinute: 1,
  storedEvents: 100,
  storedFiles: 4,
  verifier: 'native',
}

/** With an admin API whose answers a test decides. `port`: of an earlier one, for a browser that keeps its files. */
export async function startStubRelay(folder: string, port = 0): Promise<StubRelay> {
  const calls: string[] = []
  const received: Received[] = []
  const unknown: string[] = []
  const streams = new Set<ServerResponse>()
  const untold: string[] = []
  // Every page asks for it, in order to announce incoming payments.
  const answers: StubRelay['answers'] = new Map([['GET /api/transactions/latest', { body: [] }]])

  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = '/', query] = request.url?.split('?') ?? []
    const call = `${request.method} ${path}`
    if (request.method === 'GET' && !/^\/(api|wallet)\//.test(path) && path !== '/user-exist') {
      return serveFile(folder, path, response)
    }
    calls.push(call)
    const came = { call, query: new URLSearchParams(query), headers: request.headers, body: await readBody(request) }
    received.push(came)
    if (relay.mood === 'failing' && isData.test(call)) return void sendJson(response, 400, refusal)
    const given = answers.get(call)
    const answer = typeof given === 'function' ? given(came) : given
    if (answer === 'hang up') return void request.socket.destroy()
    if (answer === undefined && path === '/api/live') return void openStream(request, response, streams, untold)
    if (!answer) {
      unknown.push(call)
      return void sendJson(response, 404, { error: 'Not found', code: 'not_found' })
    }
    if (answer.text === undefined) return void sendJson(response, answer.status ?? 200, answer.body)
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/plain' })
    response.end(answer.text)
  }
  // A page that closes during a call, or an answer that throws, must not end the run.
  const server = createServer((request, response) => {
    answerTo(request, response).catch(() => request.socket.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const relay: StubRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    mood: 'answering',
    unknown,
    calls,
    received,
    tell: (event, data) => {
      const words = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      for (const stream of streams) stream.write(words)
      if (streams.size === 0) untold.push(words)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

export async function serveFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const page = path.startsWith('/auth/') ? 'auth.html' : 'index.html'
  const file = extname(path) ? path : page
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  response.writeHead(bytes ? 200 : 404, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': path.includes('/server-worker-') ? workerPolicy : contentPolicy,
    ...(bytes && path.startsWith('/assets/') && { 'cache-control': 'public, max-age=31536000, immutable' }),
  })
  response.end(bytes)
}

function openStream(
  request: IncomingMessage,
  response: ServerResponse,
  streams: Set<ServerResponse>,
  untold: string[],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`event: status\ndata: ${JSON.stringify(status)}\n\n${untold.splice(0).join('')}`)
  streams.add(response)
  response.on('close', () => streams.delete(response))
  request.on('close', () => response.end())
}

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : undefined
}
