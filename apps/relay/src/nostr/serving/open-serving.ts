import type { Duplex } from 'node:stream'
import { createLogger } from '@hornets/server/process/logger'
import { Vitals } from '@hornets/server/process/vitals'
import { Rounds } from '@hornets/server/rounds'
import type { SharedPlace, SharedReads } from '../../events/event-store.ts'
import { QueryScheduler } from '../fairness/query-scheduler.ts'
import type { ServerParts } from '../server-parts.ts'
import { FanOut } from '../subscriptions/fan-out.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { SubscriptionIndex } from '../subscriptions/subscription-index.ts'
import { VerifierPool } from '../verification/verifier-pool.ts'
import { VerifyingIntake } from '../verification/verifying-intake.ts'
import { Websockets } from '../websockets.ts'
import type { MainCalls, ServingCalls, Start } from './calls.ts'
import { type Handlers, Link } from './link.ts'
import { LiveFeed } from './live-feed.ts'
import { openReads } from './open-reads.ts'
import { type MainLink, RemoteIntake, RemotePolicy, RemoteTraffic, remoteFilters } from './remote-parts.ts'

export interface ServingParts {
  /** To the main process. */
  readonly stream: Duplex
  readonly onEnd: () => void
  /** The number of connections that went to the main process, for its heir. */
  readonly closeConnections: (websockets: Websockets, gives: boolean) => Promise<number>
  /** Only on another machine. */
  readonly machine?: {
    /** Where it finds the events, if not where the main process does. */
    readonly placeOf: (place: SharedPlace) => SharedPlace
    readonly join: (main: MainLink) => void
    /** The main process has started it already: it is back. */
    readonly onStartAgain: (start: Start) => void
  }
}

export interface OpenServing {
  readonly main: MainLink
  readonly websockets: Websockets
  readonly start: Start
  readonly policy: RemotePolicy
  readonly events: SharedReads
  readonly live: LiveFeed
}

const figuresEveryMs = 500
const now = Date.now

/** Nostr websockets for the main process at the other end of the stream, once it has said how. */
export function openServing({ stream, onEnd, closeConnections, machine }: ServingParts): Promise<OpenServing> {
  let log = createLogger({ name: 'relay', level: 'info' })
  return new Promise((resolve, reject) => {
    const handlers: { -readonly [Name in keyof Handlers<ServingCalls>]?: Handlers<ServingCalls>[Name] } = {
      start: start => {
        if (machine) handlers.start = machine.onStartAgain
        log = createLogger({ name: 'relay', level: start.logLevel })
        void openReads(machine?.placeOf(start.events) ?? start.events, { now, log }).then(events => {
          events.setCache(start.policy.cache)
          const parts = partsOf(start, { main, events, log })
          const websockets = openWebsockets(start, parts)
          const live = new LiveFeed({ ...parts, websockets })
          Object.assign(handlers, answersOf({ ...parts, websockets, live, closeConnections }))
          resolve({ ...parts, websockets, start, live })
        }, reject)
      },
    }
    const main: MainLink = new Link<MainCalls, ServingCalls>({
      stream,
      handlers: handlers as Handlers<ServingCalls>,
      onEnd,
      onError: err => log.error({ err }, 'a call of the main process failed'),
      waits: machine !== undefined,
    })
    machine?.join(main)
  })
}

interface Opened extends ServerParts {
  readonly main: MainLink
  readonly policy: RemotePolicy
  readonly events: SharedReads
}

function partsOf(
  { policy: state, limits, verifierWorkers }: Start,
  shared: Pick<Opened, 'main' | 'events' | 'log'>,
): Opened {
  const { main, log } = shared
  const policy = new RemotePolicy(main, state)
  const verifier = new VerifierPool({ workers: verifierWorkers })
  const refusals = { note: (refused: Parameters<MainCalls['note']>[0]) => main.tell('note', refused) }
  const subscriptions = new SubscriptionIndex<Subscription>()
  const verified = new RemoteIntake(main, err => log.error({ err }, 'could not give an event to the main process'))
  return {
    ...shared,
    policy,
    verifier,
    intake: new VerifyingIntake({ verifier, verified, refusals }),
    subscriptions,
    fanOut: new FanOut(subscriptions),
    traffic: new RemoteTraffic(main),
    refusals,
    limits,
    scheduler: new QueryScheduler(limits),
    compared: { events: 0 },
    onSignedIn: (pubkey, place) => main.tell('signedIn', pubkey, place),
    inviteFor: keys => main.call('inviteFor', [[...keys]]),
    filterOf: remoteFilters(main, policy),
    now,
  }
}

function openWebsockets({ compresses }: Start, parts: Opened): Websockets {
  const { main, events, log } = parts
  const rounds = new Rounds({ now, logger: log })
  const vitals = new Vitals({ now, rounds })
  const websockets = new Websockets(parts, { compresses, rounds, isOurs: address => main.call('isOurs', [address]) })
  setInterval(() => {
    const { usedBytes, share, p99Ms } = vitals.latest()
    const figures = {
      unsentBytes: websockets.unsentBytes,
      cache: events.cacheState,
      vitals: { usedBytes, share, p99Ms },
    }
    // Its answer tells a machine that the main process is there.
    if (!main.isAway) main.call('figures', [figures], { isOnce: true }).catch(() => {})
  }, figuresEveryMs).unref()
  return websockets
}

type Answering = Opened & Pick<ServingParts, 'closeConnections'> & Pick<OpenServing, 'websockets' | 'live'>

function answersOf({
  websockets,
  policy,
  events,
  live,
  closeConnections,
}: Answering): Omit<Handlers<ServingCalls>, 'start'> {
  return {
    policy: state => {
      if (JSON.stringify(state.cache) !== JSON.stringify(policy.state.cache)) events.setCache(state.cache)
      policy.state = state
    },
    live: live.take,
    judgeReads: () => websockets.judgeReads(),
    judgeAgain: () => websockets.judgeAgain(),
    closeConnectionsOf: (pubkey, refusal) => websockets.closeConnectionsOf(pubkey, refusal),
    forgetAnswers: () => events.forgetAnswers(),
    disconnect: id => websockets.disconnect(id),
    clients: () => [...websockets.clients()],
    settle: () => websockets.settle(),
    closeConnections: gives => closeConnections(websockets, gives),
  }
}
