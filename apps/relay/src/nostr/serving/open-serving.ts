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
import { openReads } from './open-reads.ts'
import { type MainLink, RemoteIntake, RemotePolicy, RemoteTraffic, remoteFilters } from './remote-parts.ts'

export interface ServingParts {
  /** To the main process. */
  readonly stream: Duplex
  readonly onEnd: () => void
  /** The number of connections that went to the main process, for its heir. */
  readonly closeConnections: (websockets: Websockets, gives: boolean) => Promise<number>
  /** Where this machine finds the events, if not where the main process does. */
  readonly placeOf?: (place: SharedPlace) => SharedPlace
}

export interface OpenServing {
  readonly main: MainLink
  readonly websockets: Websockets
  readonly start: Start
}

const figuresEveryMs = 500
const now = Date.now

/** Nostr websockets for the main process at the other end of the stream, once it has said how. */
export function openServing({ stream, onEnd, closeConnections, placeOf }: ServingParts): Promise<OpenServing> {
  let log = createLogger({ name: 'relay', level: 'info' })
  return new Promise((resolve, reject) => {
    const handlers: { -readonly [Name in keyof Handlers<ServingCalls>]?: Handlers<ServingCalls>[Name] } = {
      start: start => {
        log = createLogger({ name: 'relay', level: start.logLevel })
        void openReads(placeOf?.(start.events) ?? start.events, { now, log }).then(events => {
          events.setCache(start.policy.cache)
          const parts = partsOf(start, { main, events, log })
          const websockets = openWebsockets(start, parts)
          Object.assign(handlers, answersOf({ ...parts, websockets, closeConnections }))
          resolve({ main, websockets, start })
        }, reject)
      },
    }
    const main: MainLink = new Link<MainCalls, ServingCalls>({
      stream,
      handlers: handlers as Handlers<ServingCalls>,
      onEnd,
      onError: err => log.error({ err }, 'a call of the main process failed'),
    })
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
    main.call('figures', [figures]).catch(() => {})
  }, figuresEveryMs).unref()
  return websockets
}

type Answering = Opened & Pick<ServingParts, 'closeConnections'> & { readonly websockets: Websockets }

function answersOf({
  websockets,
  policy,
  events,
  fanOut,
  closeConnections,
}: Answering): Omit<Handlers<ServingCalls>, 'start'> {
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
    closeConnections: gives => closeConnections(websockets, gives),
  }
}
