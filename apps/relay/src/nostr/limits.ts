import { totalmem } from 'node:os'
import { aheadSecondsMax } from '../policy/clock.ts'
import type { QueryLimits } from './fairness/query-turns.ts'
import type { StorageLimits } from './fairness/storage-quotas.ts'
import { outboxBudgetBytes } from './sending/outbox-budget.ts'

/** What the Nostr listener allows. All of it is enforced, and what NIP-11 has a word for is told there. */
export interface NostrLimits extends QueryLimits, StorageLimits {
  /** Bytes of one websocket message. */
  readonly messageBytesMax: number
  readonly subscriptionsMax: number
  /** Filters, and values in their lists, of all subscriptions of one connection. */
  readonly subscribedFiltersMax: number
  readonly subscribedValuesMax: number
  readonly filtersMax: number
  /** Values in all lists of one filter. */
  readonly filterValuesMax: number
  /** Characters. */
  readonly subscriptionIdMax: number
  /** Stored events that one filter gives; the one for filters without a limit. */
  readonly limitMax: number
  readonly limitDefault: number
  readonly eventTagsMax: number
  /** Characters. */
  readonly contentLengthMax: number
  /** Steady rate and burst, per connection. */
  readonly eventsPerSecond: number
  readonly eventsBurst: number
  readonly requestsPerSecond: number
  readonly requestsBurst: number
  /** What one connection may send: reading its messages takes time from all others, whether they are good or not. */
  readonly bytesPerSecond: number
  readonly bytesBurst: number
  /** The same of one address. */
  readonly bytesPerSecondPerAddress: number
  readonly bytesBurstPerAddress: number
  /** Events that wait for their OK, and their bytes, of one connection: above it the relay stops reading from it. */
  readonly eventsInFlightMax: number
  readonly eventBytesInFlightMax: number
  /** The same of all connections of one address, and of all: above it each is read one event at a time. */
  readonly eventsInFlightPerAddressMax: number
  readonly eventBytesInFlightPerAddressMax: number
  readonly allEventBytesInFlightMax: number
  /** Stored queries of one connection that are read at the same time; the others wait. */
  readonly queriesAtOnceMax: number
  /** COUNTs of one connection that are read or wait. */
  readonly countsMax: number
  /** Work that the subscriptions of one address may cause: look-ups of a value. */
  readonly fanOutStepsPerSecond: number
  /** Live events that one subscription keeps back while its stored ones are read. */
  readonly heldEventsMax: number
  readonly heldBytesMax: number
  /** Authors whose connection a block closes, that one connection is known by. */
  readonly authorsRememberedMax: number
  /** Connections of one address (this machine's own apart, where proxies stand), and of all. */
  readonly connectionsPerAddressMax: number
  readonly connectionsMax: number
  /** Unsent bytes at which a connection is neither read nor queried, and at which it is closed. */
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
  /** Unsent bytes of all connections of one address, and of all: the fuller, the less each may hold; above it the slowest are closed first. */
  readonly unsentBytesPerAddressMax: number
  readonly allUnsentBytesMax: number
  /** Ping interval; a connection that has not answered by the next one is gone. */
  readonly pingSeconds: number
  /** Keys that one connection may authenticate as. */
  readonly authenticatedMax: number
}

export const nostrLimits: NostrLimits = {
  messageBytesMax: 512 * 1024,
  subscriptionsMax: 64,
  subscribedFiltersMax: 256,
  subscribedValuesMax: 20_000,
  filtersMax: 32,
  filterValuesMax: 5000,
  subscriptionIdMax: 64,
  limitMax: 1000,
  limitDefault: 500,
  eventTagsMax: 5000,
  contentLengthMax: 256 * 1024,
  eventsPerSecond: 2000,
  eventsBurst: 10_000,
  requestsPerSecond: 200,
  requestsBurst: 1000,
  bytesPerSecond: 2 * 1024 * 1024,
  bytesBurst: 8 * 1024 * 1024,
  bytesPerSecondPerAddress: 8 * 1024 * 1024,
  bytesBurstPerAddress: 32 * 1024 * 1024,
  eventsInFlightMax: 256,
  eventBytesInFlightMax: 2 * 1024 * 1024,
  eventsInFlightPerAddressMax: 2048,
  eventBytesInFlightPerAddressMax: 16 * 1024 * 1024,
  allEventBytesInFlightMax: 128 * 1024 * 1024,
  readsAtOnceMax: 8,
  readsAtOncePerAddressMax: 4,
  countReadsAtOnceMax: 3,
  overdrawnReadsAtOnceMax: 2,
  readMillisPerSecond: 250,
  readMillisBurst: 5000,
  waitingReadsPerAddressMax: 4000,
  queriesAtOnceMax: 8,
  countsMax: 32,
  fanOutStepsPerSecond: 4_000_000,
  heldEventsMax: 2000,
  heldBytesMax: 8 * 1024 * 1024,
  authorsRememberedMax: 10_000,
  connectionsPerAddressMax: 200,
  connectionsMax: 10_000,
  unsentBytesPause: 1024 * 1024,
  unsentBytesMax: 16 * 1024 * 1024,
  unsentBytesPerAddressMax: 32 * 1024 * 1024,
  allUnsentBytesMax: outboxBudgetBytes(Math.min(process.constrainedMemory() || totalmem(), totalmem())),
  storedBytesPerKeyDayMax: 64 * 1024 * 1024,
  storedBytesPerAddressDayMax: 256 * 1024 * 1024,
  pingSeconds: 30,
  authenticatedMax: 20,
}

/** The usual limits but for those that are given. */
export function limitsWith(given: { readonly [Key in keyof NostrLimits]?: number | undefined }): NostrLimits {
  const own = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...nostrLimits, ...Object.fromEntries(own) }
}

/** The limits as the NIP-11 document tells them. */
export function limitationOf(limits: NostrLimits, minimumDifficulty: number) {
  return {
    max_message_length: limits.messageBytesMax,
    max_subscriptions: limits.subscriptionsMax,
    max_subid_length: limits.subscriptionIdMax,
    max_limit: limits.limitMax,
    default_limit: limits.limitDefault,
    max_event_tags: limits.eventTagsMax,
    max_content_length: limits.contentLengthMax,
    min_pow_difficulty: minimumDifficulty,
    created_at_upper_limit: aheadSecondsMax,
  }
}
