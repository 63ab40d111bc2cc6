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
  /** Sent as it is, for servers that do not speak JSON. */
  readonly text?: string
}

/** A call as it came. */
export interface Received {
  readonly call: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

type AnswerOrNone = Answer | 'hang up'

/** `failing`: every reading of data is refused; the live stream and who-exists go on. */
type Mood = 'answering' | 'failing'

export interface StubRelay {
  readonly url: string
  /** What each call answers, by `METHOD /path`; a test changes what it is about. */
  readonly answers: Map<string, AnswerOrNone | ((received: Received) => AnswerOrNone)>
  mood: Mood
  /** Calls that nobody had an answer for. */
  readonly unknown: string[]
  /** Calls that came, in order. */
  readonly calls: string[]
  /** The same with what they carried. */
  readonly received: Received[]
  /** Sends an event to every open live stream; while none is open, to the next one. */
  tell(event: string, data: unknown): void
  stop(): Promise<void>
}

/** The content policy that the relay sends. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"

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
// Not a 5xx: that is tried again for seconds before it is shown.
const refusal = { error: messages.badRequest, code: 'bad_request' }

export const status: RelayStatus = {
  version: '0.1.0',
  startedAt: '2026-01-01T00:00:00Z',
  publicListener: true,
  connections: 3,
  eventsLastMinute: 12,
  refusedLastMinute: 1,
  storedEvents: 100,
  storedFiles: 4,
  verifier: 'native',
}

/** Serves a built console as the relay does, and plays an admin API whose answers a test decides: for failures that a real relay does not make on demand. */
export async function startStubRelay(folder: string): Promise<StubRelay> {
  const calls: string[] = []
  const received: Received[] = []
  const unknown: string[] = []
  const streams = new Set<ServerResponse>()
  const untold: string[] = []
  // Asked for on every page, so that a payment that comes in is told there.
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
  // A page that goes away in the middle of a call, or an answer that throws, costs the call and not the whole run.
  const server = createServer((request, response) => {
    answerTo(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
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

async function serveFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const page = path.startsWith('/auth/') ? 'auth.html' : 'index.html'
  const file = extname(path) ? path : page
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  response.writeHead(bytes ? 200 : 404, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': contentPolicy,
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

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : undefined
}
