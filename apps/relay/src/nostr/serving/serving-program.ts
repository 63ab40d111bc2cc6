import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createLogger, type Logger } from '@hornets/server/process/logger'
import { Vitals } from '@hornets/server/process/vitals'
import { Rounds } from '@hornets/server/rounds'
import type { SharedReads } from '../../events/event-store.ts'

import { QueryScheduler } from '../fairness/query-scheduler.ts'
import type { Heir, KeptConnection } from '../handing/kept-connection.ts'
import type { ServerParts } from '../server-parts.ts'
import { FanOut } from '../subscriptions/fan-out.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { SubscriptionIndex } from '../subscriptions/subscription-index.ts'
import { VerifierPool } from '../verification/verifier-pool.ts'
import { VerifyingIntake } from '../verification/verifying-intake.ts'
import { Websockets } from '../websockets.ts'
import type { GivenRequest, MainCalls, ServingCalls, StartMessage } from './calls.ts'
import { type Handlers, Link } from './link.ts'
import { openReads } from './open-reads.ts'
import { type MainLink, RemoteIntake, RemotePolicy, RemoteTraffic, remoteFilters } from './remote-parts.ts'

// A serving process: Nostr websockets that the main process gives it, answered from the same events.

/** Beside standard streams and the channel of connections. */
const linkDescriptor = 4
const figuresEveryMs = 500
const now = Date.now

export type GivenMessage =
  | { readonly type: 'upgrade'; readonly id: number; readonly address: string; readonly request: GivenRequest }
  | { readonly type: 'kept'; readonly id: number; readonly kept: KeptConnection }

interface Opened {
  readonly main: MainLink
  readonly websockets: Websockets
}

process.umask(0o077)
// The main process says when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(0))
process.once('message', (start: StartMessage) => serve(start))

async function serve(start: StartMessage): Promise<void> {
  const log = createLogger({ name: 'relay', level: start.logLevel })
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'a serving process ends after an error')
    setImmediate(() => process.exit(1))
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  const events = await openReads(start.store, { now, log })
  events.setCache(start.policy.cache)
  const { main, websockets } = open(start, events, log)
  process.on('message', (message: GivenMessage, socket?: Socket) => {
    if (socket) take(message, socket, { main, websockets })
    else main.tell('left', message.id)
  })
  main.tell('ready')
}

function open(start: StartMessage, events: SharedReads, log: Logger): Opened {
  const { limits } = start
  const handlers: { -readonly [Name in keyof Handlers<ServingCalls>]?: Handlers<ServingCalls>[Name] } = {}
  const main: MainLink = new Link<MainCalls, ServingCalls>({
    stream: new Socket({ fd: linkDescriptor, readable: true, writable: true }),
    handlers: handlers as Handlers<ServingCalls>,
    onEnd: () => process.exit(0),
    onError: err => log.error({ err }, 'a call of the main process failed'),
  })
  const policy = new RemotePolicy(main, start.policy)
  const verifier = new VerifierPool({ workers: start.verifierWorkers })
  const refusals = { note: (refused: Parameters<MainCalls['note']>[0]) => main.tell('note', refused) }
  const subscriptions = new SubscriptionIndex<Subscription>()
  const fanOut = new FanOut(subscriptions)
  const verified = new RemoteIntake(main, err => log.error({ err }, 'could not give an event to the main process'))
  const parts: ServerParts = {
    events,
    policy,
    verifier,
    intake: new VerifyingIntake({ verifier, verified, refusals }),
    subscriptions,
    fanOut,
    traffic: new RemoteTraffic(main),
    refusals,
    limits,
    scheduler: new QueryScheduler(limits),
    compared: { events: 0 },
    onSignedIn: (pubkey, place) => main.tell('signedIn', pubkey, place),
    inviteFor: keys => main.call('inviteFor', [[...keys]]),
    filterOf: remoteFilters(main, policy),
    now,
    log,
  }
  const rounds = new Rounds({ now, logger: log })
  const vitals = new Vitals({ now, rounds })
  const websockets = new Websockets(parts, {
    compresses: start.compresses,
    rounds,
    isOurs: address => main.call('isOurs', [address]),
  })
  Object.assign(handlers, answersOf({ websockets, policy, events, fanOut }))
  setInterval(() => {
    const { usedBytes, share, p99Ms } = vitals.latest()
    const { unsentBytes } = websockets
    main.tell('figures', { unsentBytes, cache: events.cacheState, vitals: { usedBytes, share, p99Ms } })
  }, figuresEveryMs).unref()
  return { main, websockets }
}

interface Parts {
  readonly websockets: Websockets
  readonly policy: RemotePolicy
  readonly events: SharedReads
  readonly fanOut: FanOut<Subscription>
}

function answersOf({ websockets, policy, events, fanOut }: Parts): Handlers<ServingCalls> {
  return {
    policy: state => {
      if (JSON.stringify(state.cache) !== JSON.stringify(policy.state.cache)) events.setCache(state.cache)
      policy.state = state
    },
    live: (mark, json, audience) =>
      fanOut.hand(JSON.parse(json), json, audience ? new Set(audience) : undefined, mark ?? undefined),
    judgeReads: () => websockets.judgeReads(),
    judgeAgain: () => websockets.judgeAgain(),
    closeConnectionsOf: (pubkey, refusal) => websockets.closeConnectionsOf(pubkey, refusal),
    forgetAnswers: () => events.forgetAnswers(),
    disconnect: id => websockets.disconnect(id),
    clients: () => [...websockets.clients()],
    settle: () => websockets.settle(),
    closeConnections: async gives => {
      let given = 0
      const giveToMain: Heir = async (kept, socket, id) => {
        given += 1
        await giveBack({ id, kept }, socket)
      }
      await websockets.closeConnections(gives ? giveToMain : undefined)
      return given
    },
  }
}

async function giveBack(
  message: { readonly id: number; readonly kept: KeptConnection },
  socket: Socket,
): Promise<void> {
  await new Promise<void>(resolve => {
    process.send?.(message, socket, {}, () => resolve())
  })
  socket.destroy()
}

function take(message: GivenMessage, socket: Socket, { main, websockets }: Opened): void {
  const { id } = message
  const visitor = { id, onOpen: () => main.tell('opened', id), onLeave: () => main.tell('left', id) }
  if (message.type === 'kept') {
    websockets.adopt(message.kept, socket, visitor)
    return
  }
  const { address, request } = message
  socket.on('error', () => socket.destroy())
  const head = Buffer.from(request.head, 'base64')
  websockets.handleUpgrade(request as unknown as IncomingMessage, socket, head, { ...visitor, address })
}
