import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { NostrEvent } from '@hornets/contract'
import { verifyEvent } from 'nostr-tools'
import { type WebSocket, WebSocketServer } from 'ws'
import { recordingsOf, type Server } from '../../admin/settings/other-consoles/recordings.ts'

export interface OldFile {
  readonly hash: string
  readonly name: string
  readonly mime: string
  readonly content: Buffer
  /** Left out of the listing, or given by neither. */
  readonly isUnlisted?: true
  readonly isGone?: true
}

export interface OldServerContent {
  readonly operator: { readonly pubkey: string; readonly password: string }
  readonly events?: readonly NostrEvent[]
  readonly files?: readonly OldFile[]
  readonly blocked?: readonly object[]
  readonly allowed?: readonly object[]
  readonly paying?: readonly object[]
  /** The key of its relay. */
  readonly relayKey?: string
  /** The listing sends contents along, as the real one does. */
  readonly sendsContents?: boolean
  /** Replaces answers: a hostile or broken server. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
}

const relayPageMax = 500

export async function openOldServer(server: Server, content: OldServerContent) {
  const recorded = new Map(
    recordingsOf(server)
      .filter(({ call, status, token }) => call.startsWith('GET /api/') && status === 200 && token)
      .map(({ call, answer }) => [call.slice(4), answer]),
  )
  const events = [...(content.events ?? [])].sort(
    (one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1),
  )
  const files = new Map((content.files ?? []).map(file => [file.hash, file]))
  const listed = [...files.values()].filter(({ isUnlisted }) => !isUnlisted)
  const tokens = new Set<string>()
  /** Each call with its Authorization header. */
  const received: { call: string; token: string | undefined }[] = []
  const fetched: string[] = []
  /** The filters that its relay was asked for. */
  const filters: OldFilter[] = []

  const pages: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/api/blocked-pubkeys': () => ({ blocked_pubkeys: content.blocked ?? [], count: content.blocked?.length ?? 0 }),
    '/api/paid-subscriber-profiles': () => content.paying ?? [],
    '/api/relaycount': () => ({ kinds: events.length, photos: 0, videos: 0, audio: 0, misc: 0 }),
    '/api/files': query => filePage(query),
    ...(server === '2026-04' && {
      '/api/allowed/users': (query: URLSearchParams) => {
        const { page, size } = pageIn(query, 'pageSize')
        const all = content.allowed ?? []
        const totalPages = Math.ceil(all.length / size)
        return {
          allowed_users: all.slice((page - 1) * size, page * size),
          pagination: { currentPage: page, totalPages, totalItems: all.length },
        }
      },
    }),
  }

  function filePage(query: URLSearchParams) {
    const { page, size } = pageIn(query, 'limit')
    const found = listed.filter(({ mime }) => mime.startsWith(query.get('type') ?? ''))
    const data = found
      .slice((page - 1) * size, page * size)
      .map(({ hash, name, mime, content: bytes }) => ({
        Hash: hash,
        FileName: name,
        MimeType: mime,
        Content: content.sendsContents ? bytes.toString('base64') : '',
        Size: bytes.length,
        TimestampHornets: '2026-11-22T08:04:11.075143353Z',
      }))
    return { data, meta: { page, limit: size, total: found.length, total_pages: Math.ceil(found.length / size) } }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://old')
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    received.push({ call: `${request.method} ${request.url}`, token })
    if (content.answer?.(request, response)) return
    if (request.headers.accept === 'application/nostr+json')
      return send(response, 200, { pubkey: content.relayKey ?? '' })
    if (url.pathname.startsWith('/blossom/')) {
      const file = files.get(url.pathname.slice(9))
      if (!file || file.isGone) return send(response, 404, { message: 'Blob not found' })
      fetched.push(file.hash)
      response.writeHead(200, { 'content-type': file.mime }).end(file.content)
      return
    }
    if (url.pathname === '/login') return signIn((await json(request)) as { npub: string; password: string }, response)
    if (url.pathname === '/verify') {
      const { event } = (await json(request)) as { event: NostrEvent }
      if (!verifyEvent(event) || event.pubkey !== content.operator.pubkey)
        return send(response, 401, { error: 'Invalid signature' })
      const fresh = randomUUID()
      tokens.add(fresh)
      return send(response, 200, { token: fresh, user: {} })
    }
    if (!token || !tokens.has(token)) return send(response, 401, { error: 'Invalid or expired token' })
    if (url.pathname === '/logout') {
      tokens.delete(token)
      return send(response, 200, { message: 'Successfully logged out' })
    }
    const page = pages[url.pathname]
    if (page) return send(response, 200, page(url.searchParams))
    const known = recorded.get(`${url.pathname}${url.search}`)
    return known === undefined ? send(response, 404, 'Cannot GET') : send(response, 200, known)
  }

  function signIn({ npub, password }: { npub: string; password: string }, response: ServerResponse): void {
    const isRight = npub === content.operator.pubkey && password === content.operator.password
    const event = { kind: 1, pubkey: npub, created_at: Math.floor(Date.now() / 1000), tags: [], content: randomUUID() }
    if (isRight) send(response, 200, { event })
    else send(response, 401, { error: 'Invalid npub or password' })
  }

  const http = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', socket => serveRelay(socket, events, filters))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    relay: `ws://127.0.0.1:${port}/`,
    events,
    tokens,
    received,
    fetched,
    filters,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

interface OldFilter {
  readonly kinds?: number[]
  readonly authors?: string[]
  readonly until?: number
  readonly limit?: number
}

/** NIP-01 by pages; it compares nothing. */
function serveRelay(socket: WebSocket, events: readonly NostrEvent[], filters: OldFilter[]): void {
  const say = (...message: unknown[]) => socket.send(JSON.stringify(message))
  socket.on('message', data => {
    const [type, id, filter] = JSON.parse(String(data)) as [string, string, OldFilter]
    if (type === 'CLOSE') return
    if (type !== 'REQ') return say('NOTICE', 'unknown message')
    filters.push(filter)
    for (const event of pageOf(events, filter)) say('EVENT', id, event)
    say('EOSE', id)
  })
}

/** Newest first, as `events` are. */
function pageOf(events: readonly NostrEvent[], { kinds, authors, until, limit = relayPageMax }: OldFilter) {
  const found: NostrEvent[] = []
  for (
    let at = firstUntil(events, until);
    at < events.length && found.length < Math.min(limit, relayPageMax);
    at += 1
  ) {
    const event = events[at] as NostrEvent
    if ((!kinds || kinds.includes(event.kind)) && (!authors || authors.includes(event.pubkey))) found.push(event)
  }
  return found
}

function firstUntil(events: readonly NostrEvent[], until = Number.POSITIVE_INFINITY): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle] as NostrEvent).created_at > until) low = middle + 1
    else high = middle
  }
  return low
}

function pageIn(query: URLSearchParams, name: string) {
  return { page: Number(query.get('page') ?? 1), size: Math.min(100, Number(query.get(name) ?? 20)) }
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  const isText = typeof answer === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
  response.end(isText ? answer : JSON.stringify(answer))
}
