import type { NostrEvent } from '@hornets/contract'
import { dataLimit } from '@hornets/contract/admin/relay-settings'
import { limitOfBytes } from '@hornets/contract/text/data-limit'
import { parseSafely } from '@hornets/server/http/serve'
import type { Actor } from '../../audit/audit-log.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { BroughtSubscriber, BroughtSubscribersService } from '../../subscriptions/ledger/brought-service.ts'
import { asText } from '../answer-parts.ts'
import type { ThingReport } from '../move-report.ts'
import { type OldServer, ServerFault } from '../old-server.ts'
import { OldStatisticsStore, type OldSubscriber, type StatisticsPlace } from '../statistics-store.ts'
import { subscriptionIn } from './published-subscriptions.ts'

export interface SubscribersParts {
  readonly brought: Pick<BroughtSubscribersService, 'bring'>
  readonly isGenuine: (event: NostrEvent) => boolean
}

interface Taking {
  readonly report: ThingReport
  readonly actor: Actor
  readonly signal: AbortSignal
}

const batchRows = 200
const bytesMax = 2 ** 52

/** From the statistics file: the ends, the addresses and the credit. `noteAt` keeps the place. */
export async function takeFromStatistics(
  { brought }: SubscribersParts,
  path: string,
  from: StatisticsPlace,
  { report, actor, signal }: Taking,
  noteAt: (at: StatisticsPlace) => Promise<void>,
): Promise<void> {
  const store = OldStatisticsStore.open(path)
  try {
    report.begin(store.count())
    for (let at = from; ; ) {
      const rows = [...store.after(at, batchRows)]
      if (rows.length === 0 || signal.aborted) return
      for (const { at: next, subscriber } of rows) {
        // An address that nobody has is no subscriber.
        if (subscriber.npub !== '') await takeOne(brought, subscriber, report, actor)
        at = next
      }
      await noteAt(at)
    }
  } finally {
    store.close()
  }
}

/** From what the old relay published of each subscription, by its own key: pages, newest first. */
export async function takeFromEvents(
  { brought, isGenuine }: SubscribersParts,
  pages: AsyncIterable<readonly NostrEvent[]>,
  relayKey: string,
  { report, actor, signal }: Taking,
): Promise<void> {
  const newest = new Map<string, { readonly published: OldSubscriber; readonly at: number }>()
  let found = 0
  for await (const page of pages)
    for (const event of page) {
      found += 1
      const published = subscriptionIn(event)
      const known = published && newest.get(published.npub)
      if (!published) report.leaveOut('invalid', event.id)
      else if (event.pubkey !== relayKey || !isGenuine(event)) report.leaveOut('not_genuine', event.id)
      else {
        if (known) report.skip()
        if (!known || event.created_at > known.at) newest.set(published.npub, { published, at: event.created_at })
      }
    }
  report.begin(found)
  for (const { published } of newest.values()) {
    if (signal.aborted) return
    await takeOne(brought, published, report, actor)
  }
}

/** Those whom the old server names as paying, without their ends: only to say who is missing. */
export async function namePaying(
  server: OldServer,
  isKnown: (pubkey: string) => Promise<boolean>,
  report: ThingReport,
) {
  try {
    for (const one of await server.readList('/api/paid-subscriber-profiles', null)) {
      const pubkey = toPubkeyHex(asText(one.pubkey))
      if (pubkey !== null && !(await isKnown(pubkey))) report.leaveOut('not_given', pubkey)
    }
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error
    report.leaveOut('not_given', error.at)
  }
}

async function takeOne(
  brought: SubscribersParts['brought'],
  { npub, tier, expires, bytes, address, credit }: OldSubscriber,
  report: ThingReport,
  actor: Actor,
): Promise<void> {
  const pubkey = toPubkeyHex(npub)
  if (pubkey === null) return report.leaveOut('invalid', npub)
  const subscriber: BroughtSubscriber = {
    pubkey,
    tier: tierOf(tier, bytes),
    expiresAt: timeOf(expires),
    creditSats: Number.isSafeInteger(credit) && credit > 0 ? credit : 0,
    address: /^[a-zA-Z0-9]{14,90}$/.test(address) ? address : null,
  }
  const outcome = await brought.bring(subscriber, actor)
  if (outcome === 'taken') report.take()
  else if (outcome === 'already') report.skip()
  else report.leaveOut(outcome, `${npub} ${address}`)
}

/** Newer servers name their tiers freely: then the space says which it is. */
function tierOf(name: string, bytes: number): string {
  if (name === '') return ''
  if (parseSafely(dataLimit, name).success) return name
  return bytes > 0 && bytes <= bytesMax ? limitOfBytes(bytes) : ''
}

/** Also as Go writes it into SQLite: '2026-12-22 08:04:11.159+00:00'. Null for none, or Go's zero time. */
function timeOf(text: string): number | null {
  const time = Date.parse(text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T').replace(/ ?([+-]\d\d:?\d\d).*$/, '$1'))
  return Number.isFinite(time) && time > 0 ? time : null
}
