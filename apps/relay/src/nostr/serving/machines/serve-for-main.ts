import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import proxyAddr from '@fastify/proxy-addr'
import { headerTimeouts, httpLimits, limitConnections, proxyAddresses } from '@hornets/server/http/http-limits'
import { createServer } from '@hornets/server/http/node-http'
import type { Logger } from '@hornets/server/process/logger'
import { refuseAsBlocked, refuseAsFull, refuseUpgrade } from '../../messages/refuse-upgrade.ts'
import { type OpenServing, openServing } from '../open-serving.ts'
import { ComingBack, within } from './coming-back.ts'
import { connectSecurely, type Place } from './secure-link.ts'

export interface MachineOptions {
  /** The main process is at one of them, and can move to another. */
  readonly mains: readonly Place[]
  readonly secret: string
  readonly host: string
  readonly port: number
  readonly trustedProxies: readonly string[]
  /** Where this machine finds the database; undefined: where the main process does. */
  readonly databaseUrl: string | undefined
  readonly log: Logger
  readonly onEnd: () => void
}

const retryMs = 1000
/** A newcomer goes elsewhere. */
const admitMs = 5000
/** Ids of connections are those of their machine. */
const idsOfEach = 2 ** 32

/** Takes Nostr websockets on a port of its own, for a main process on another machine. Waits for it. */
export async function serveForMain(options: MachineOptions) {
  const { databaseUrl } = options
  const own = { id: randomUUID(), host: hostname() }
  const { stream, main } = await connected(options)
  const back = new ComingBack({ ...options, own })
  const gone = Promise.withResolvers<never>()
  gone.promise.catch(() => {})
  const opening = openServing({
    stream,
    onEnd: () => {
      if (!back.isReady) gone.reject(new Error('the main process is gone'))
      else void back.tryUntilBack()
    },
    closeConnections: async websockets => {
      await websockets.closeConnections()
      return 0
    },
    machine: {
      placeOf: place => (place.engine === 'postgres' && databaseUrl ? { ...place, url: databaseUrl } : place),
      join: link => link.tell('join', { ...own, number: null }),
      onStartAgain: start => back.onStart(start),
    },
  })
  const serving = await Promise.race([opening, gone.promise])
  await Promise.race([serving.live.remember(), gone.promise])
  const server = await Promise.race([listen(options, serving), gone.promise])
  serving.main.tell('ready', [])
  back.of(serving)
  return {
    main,
    port: (server.address() as AddressInfo).port,
    async close() {
      back.close()
      server.close()
      await serving.websockets.close()
      serving.main.end()
    },
  }
}

/** A standby does not listen for machines. */
async function connected({ mains, secret, log }: MachineOptions) {
  for (let isFirst = true; ; isFirst = false) {
    for (const main of mains)
      try {
        return { stream: await connectSecurely(main, secret), main }
      } catch (err) {
        if (isFirst) log.warn({ err, ...main }, 'waiting for the main process')
      }
    await pause(retryMs)
  }
}

async function listen({ host, port, trustedProxies }: MachineOptions, serving: OpenServing) {
  const server = createServer(headerTimeouts(httpLimits), (_request, response) => {
    // Documents and files are the main process's.
    response.writeHead(426, { connection: 'Upgrade', upgrade: 'websocket', 'access-control-allow-origin': '*' }).end()
  })
  const isWebsocket = limitConnections(server, { limits: httpLimits, isProxy: proxyAddresses([...trustedProxies]) })
  const isTrusted = proxyAddr.compile([...trustedProxies])
  let last = serving.start.number * idsOfEach
  server.on('upgrade', (request, socket, head) => {
    isWebsocket(socket)
    socket.on('error', () => socket.destroy())
    last += 1
    if (!/^\/+(\?|$)/.test(request.url ?? '')) refuseUpgrade(socket, 'HTTP/1.1 404 Not Found')
    else void letIn(serving, { request, socket, head, address: proxyAddr(request, isTrusted), id: last })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

interface Arriving {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly address: string
  readonly id: number
}

async function letIn({ main, websockets, start }: OpenServing, { request, socket, head, address, id }: Arriving) {
  const refusal = await within(admitMs, main.call('admit', [address])).catch(() => undefined)
  if (socket.destroyed) return
  if (refusal === undefined) refuseAsFull(socket, 'error: the relay restarts, please try again')
  else if (refusal) {
    main.tell('note', { ...refusal, what: 'connection', text: refusal.reason, address })
    if (refusal.cause === 'rate') refuseAsFull(socket, refusal.reason)
    else refuseAsBlocked(socket, refusal.reason)
  } else if (websockets.count + websockets.arriving >= start.limits.connectionsMax)
    refuseAsFull(socket, websockets.noteFull(address).reason)
  else {
    const onOpen = () => main.tell('opened', id)
    websockets.handleUpgrade(request, socket, head, { id, address, onOpen, onLeave: () => main.tell('left', id) })
  }
}
