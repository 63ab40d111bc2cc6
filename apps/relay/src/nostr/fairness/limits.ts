import { totalmem } from 'node:os'
import { aheadSecondsMax } from '../../policy/clock.ts'
import { sendBudgetBytes } from '../sending/send-budget.ts'
import type { QueryLimits } from './query-scheduler.ts'
import type { StorageLimits } from './storage-quotas.ts'

/** Limits of the Nostr server. All are enforced, and NIP-11 lists those it has fields for. */
export interface NostrLimits extends QueryLimits, StorageLimits {
  readonly messageBytesMax: number
  readonly subscriptionsMax: number
  readonly subscribedFiltersMax: number
  readonly subscribedValuesMax: number
  readonly filtersMax: number
  readonly filterValuesMax: number
  readonly subscriptionIdMax: number
  /** Stored events per filter: the maximum, and the default. */
  readonly limitMax: number
  readonly limitDefault: number
  readonly eventTagsMax: number
  readonly tagItemsMax: number
  readonly eventTagItemsMax: number
  readonly contentLengthMax: number
  readonly eventsPerSecond: number
  readonly eventsBurst: number
  readonly requestsPerSecond: number
  readonly requestsBurst: number
  /** Bytes that one connection can send: reading messages takes time from all others, valid or not. */
  readonly bytesPerSecond: number
  readonly bytesBurst: number
  readonly bytesPerSecondPerAddress: number
  readonly bytesBurstPerAddress: number
  /** Milliseconds that it takes to take what one address sends apart into frames. */
  readonly frameMillisPerSecond: number
  readonly frameMillisBurst: number
  /** Events with a wrong id or signature, of one connection and of one address: checking them is work for nothing. */
  readonly forgedPerSecond: number
  readonly forgedBurst: number
  readonly messagePartsMax: number
  readonly controlFramesMax: number
  /** Events that wait for their OK, and their bytes, per connection: above it the relay stops reading from it. */
  readonly eventsInFlightMax: number
  readonly eventBytesInFlightMax: number
  /** The same for all connections of one address, and in total: above it, each is read one event at a time. */
  readonly eventsInFlightPerAddressMax: number
  readonly eventBytesInFlightPerAddressMax: number
  readonly allEventBytesInFlightMax: number
  readonly queriesAtOnceMax: number
  readonly countsMax: number
  readonly fanOutStepsPerSecond: number
  readonly heldEventsMax: number
  readonly heldBytesMax: number
  /** Authors remembered per connection, so that blocking one closes it. */
  readonly authorsRememberedMax: number
  readonly connectionsPerAddressMax: number
  readonly connectionsMax: number
  /** Unsent bytes at which a connection is no longer read or queried, and at which it is closed. */
  readonly unsentBytesPause: number
  readonly unsentBytesMax: number
  /** The fuller, the less each connection can hold; above it the slowest are closed first. */
  readonly unsentBytesPerAddressMax: number
  readonly allUnsentBytesMax: number
  /** Comparisons of stores (NIP-77) at once: of one connection, of one address, and their events. */
  readonly comparisonsMax: number
  readonly comparisonsPerAddressMax: number
  readonly comparedEventsMax: number
  readonly allComparedEventsMax: number
  /** Bytes of one answer: in hex it fits into the messages that others take. */
  readonly comparisonBytesMax: number
  /** Without a message for so long they end. */
  readonly comparisonIdleSeconds: number
  readonly pingSeconds: number
  readonly authenticatedMax: number
  /** Requests to vanish (NIP-62) at once and per hour, per key and per address: each costs two commits. */
  readonly vanishesBurst: number
  readonly vanishesPerHour: number
  readonly vanishesBurstPerAddress: number
  readonly vanishesPerHourPerAddress: number
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
  tagItemsMax: 500,
  eventTagItemsMax: 25_000,
  contentLengthMax: 256 * 1024,
  eventsPerSecond: 2000,
  eventsBurst: 10_000,
  requestsPerSecond: 200,
  requestsBurst: 1000,
  bytesPerSecond: 2 * 1024 * 1024,
  bytesBurst: 8 * 1024 * 1024,
  bytesPerSecondPerAddress: 8 * 1024 * 1024,
  bytesBurstPerAddress: 32 * 1024 * 1024,
  frameMillisPerSecond: 100,
  frameMillisBurst: 500,
  forgedPerSecond: 50,
  forgedBurst: 500,
  messagePartsMax: 512,
  controlFramesMax: 300,
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
  allUnsentBytesMax: sendBudgetBytes(Math.min(process.constrainedMemory() || totalmem(), totalmem())),
  storedBytesPerKeyDayMax: 64 * 1024 * 1024,
  storedBytesPerAddressDayMax: 256 * 1024 * 1024,
  comparisonsMax: 4,
  comparisonsPerAddressMax: 8,
  comparedEventsMax: 250_000,
  allComparedEventsMax: 2_000_000,
  comparisonBytesMax: 56 * 1024,
  comparisonIdleSeconds: 60,
  pingSeconds: 30,
  authenticatedMax: 20,
  vanishesBurst: 5,
  vanishesPerHour: 5,
  vanishesBurstPerAddress: 50,
  vanishesPerHourPerAddress: 50,
}

export function limitsWith(given: { readonly [Key in keyof NostrLimits]?: number | undefined }): NostrLimits {
  const own = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...nostrLimits, ...Object.fromEntries(own) }
}

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
