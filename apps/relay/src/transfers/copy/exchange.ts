import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import type { TransferCause } from '@hornets/contract/admin/events/transfers'
import { ApiError } from '@hornets/server/api-error'
import type { Filter } from '../../events/filter.ts'
import { consoleScopeOf } from '../../policy/read-policy.ts'
import type { Run } from '../run.ts'
import type { CopyPlan, EventCopyParts } from './copy-plan.ts'
import type { Peer } from './peer.ts'

export interface ExchangeParts extends EventCopyParts {
  readonly peer: Peer
  readonly plan: CopyPlan
  readonly filter: Filter
  readonly patience: Patience
}

const sentAtOnce = 20
const ofThatRelay = (kind: number) => `Kind ${kind} speaks of the other relay and its subscribers`
const triesMax = 5
/** What a stranger can invent without a signature. */
const inventions: ReadonlySet<string> = new Set<TransferCause>([
  'not_json',
  'not_event',
  'too_long',
  'wrong_id',
  'wrong_signature',
])
/** Answers in a row without one genuine event: what comes has no end. */
const fruitlessMax = 200
const pauseMs = 1000

/** Gives up on a relay that sends inventions only. */
export class Patience {
  #fruitless = 0

  /** Throws ApiError. */
  note(isGenuine: boolean): void {
    this.#fruitless = isGenuine ? 0 : this.#fruitless + 1
    if (this.#fruitless > fruitlessMax) throw new ApiError('bad_gateway', transferMessages.misbehaves)
  }
}

/** Stores what came from the other relay; it is checked like what anybody sends. Throws ApiError. */
export async function storeAll(
  { taker, plan, patience }: ExchangeParts,
  run: Run,
  events: readonly NostrEvent[],
): Promise<void> {
  let isGenuine = false
  await run.inTurn(async () => {
    const wanted = events.filter(({ kind }) => !plan.without?.includes(kind))
    for (const { id, kind } of events)
      if (plan.without?.includes(kind)) run.account.leaveOut({ cause: 'refused', id, text: ofThatRelay(kind) })
    const texts = wanted.map(event => JSON.stringify(event))
    const taken = await taker.take(texts, false)
    isGenuine = taken.some(one => one === 'stored' || !inventions.has(one.cause))
    return run.account.noteTaken(taken)
  })
  patience.note(isGenuine)
}

/** Sends the events that a filter finds here, as far as who started it may see them. Returns the last one sent. */
export async function sendFound(parts: ExchangeParts, run: Run, filter: Filter): Promise<string | undefined> {
  const { events, plan } = parts
  const options = { scope: consoleScopeOf(plan.role), isAside: true, time: 'unlimited', signal: run.signal } as const
  const found: string[] = []
  for await (const batch of events.query([filter], options)) found.push(...batch.texts())
  for (let at = 0; at < found.length && !run.signal.aborted; at += sentAtOnce)
    await Promise.all(found.slice(at, at + sentAtOnce).map(json => send(parts, run, json)))
  return found.at(-1)
}

async function send({ peer }: ExchangeParts, { account, signal }: Run, json: string): Promise<void> {
  const { id } = JSON.parse(json) as NostrEvent
  for (let tries = 1; ; tries += 1) {
    const { isTaken, text } = await peer.publish(id, json)
    if (isTaken) {
      if (!text.startsWith('duplicate')) account.sent += 1
      return
    }
    if (!text.startsWith('rate-limited') || tries === triesMax) {
      account.leaveOut({ cause: 'not_taken', id, text })
      return
    }
    await pause(pauseMs * tries, undefined, { signal })
  }
}
