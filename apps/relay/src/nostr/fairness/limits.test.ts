import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limitationOf, type NostrLimits, nostrLimits } from './limits.ts'

const mebibyte = 1024 * 1024
const kibibyte = 1024

const names: Record<keyof NostrLimits, string> = {
  connectionsPerAddressMax: 'open connections per address',
  connectionsMax: 'open connections in total',
  messageBytesMax: 'bytes per message',
  bytesPerSecond: 'bytes per second per connection',
  bytesBurst: 'the same in a burst',
  bytesPerSecondPerAddress: 'bytes per second per address',
  bytesBurstPerAddress: 'the same in a burst',
  eventsPerSecond: 'events per second per connection',
  eventsBurst: 'the same in a burst',
  requestsPerSecond: 'other messages per second per connection',
  requestsBurst: 'the same in a burst',
  frameMillisPerSecond: 'milliseconds per second that the frames of one address take to be read',
  frameMillisBurst: 'the same in a burst',
  forgedPerSecond: 'events per second with a wrong id or signature, per connection and per address',
  forgedBurst: 'the same in a burst',
  messagePartsMax: 'frames of one message',
  controlFramesMax: 'pings and pongs within 30 seconds per connection',
  eventsInFlightMax: 'events awaiting their OK, per connection',
  eventBytesInFlightMax: 'their bytes',
  eventsInFlightPerAddressMax: 'the same per address',
  eventBytesInFlightPerAddressMax: 'their bytes',
  allEventBytesInFlightMax: 'bytes of all events awaiting their OK',
  readMillisPerSecond: 'read time per second and address before others take priority, ms',
  readMillisBurst: 'the same in a burst',
  readsAtOnceMax: 'concurrent reads of the store',
  readsAtOncePerAddressMax: 'the same per address',
  countReadsAtOnceMax: 'the same for COUNTs',
  overdrawnReadsAtOnceMax: 'the same for all addresses above their rate',
  waitingReadsPerAddressMax: 'waiting reads per address',
  queriesAtOnceMax: 'concurrent queries per connection',
  countsMax: 'COUNTs of one connection, running or waiting',
  subscriptionsMax: 'subscriptions per connection',
  subscribedFiltersMax: 'their filters in total',
  subscribedValuesMax: 'values in the lists of these filters',
  fanOutStepsPerSecond:
    'live-event matching cost per second and address, in lookups; above it the most expensive subscriptions are closed',
  filtersMax: 'filters per REQ or COUNT',
  filterValuesMax: 'values in the lists of a filter',
  subscriptionIdMax: 'characters in a subscription id',
  limitMax: 'stored events returned for a filter',
  limitDefault: 'the same for a filter without a limit',
  heldEventsMax: "live events held while a subscription's stored ones are read",
  heldBytesMax: 'their bytes',
  unsentBytesPause: 'unsent bytes of a connection at which the relay stops reading from it',
  unsentBytesMax: 'unsent bytes of a connection at which it is closed',
  unsentBytesPerAddressMax: 'unsent bytes of an address at which its slowest connections are closed',
  allUnsentBytesMax: 'unsent bytes in total at which the slowest connections are closed (`UNSENT_MB`)',
  eventTagsMax: 'tags per event',
  tagItemsMax: 'values per tag',
  eventTagItemsMax: 'values in all tags of an event',
  contentLengthMax: 'characters in its content',
  storedBytesPerKeyDayMax: 'bytes of events stored per key and day (`KEY_MB_PER_DAY`)',
  storedBytesPerAddressDayMax: 'the same per address (`ADDRESS_MB_PER_DAY`)',
  authorsRememberedMax: 'authors remembered per connection, in case one of them is blocked',
  authenticatedMax: 'keys that can sign in over one connection',
  vanishesBurst: 'requests to vanish of one key',
  vanishesPerHour: 'more of them per hour',
  vanishesBurstPerAddress: 'requests to vanish from one address',
  vanishesPerHourPerAddress: 'more of them per hour from that address',
  comparisonsMax: 'comparisons of stores (NIP-77) of one connection',
  comparisonsPerAddressMax: 'the same per address',
  comparedEventsMax: 'events in one comparison',
  allComparedEventsMax: 'events in all comparisons',
  comparisonBytesMax: 'bytes of one of their answers',
  comparisonIdleSeconds: 'seconds without a message at which one ends',
  pingSeconds: 'seconds between pings',
}

function inWords(key: keyof NostrLimits): string {
  const value = nostrLimits[key]
  if (key === 'allUnsentBytesMax') return '1/64 of the memory, 32 to 256 MB'
  if (!/bytes/i.test(key)) return value.toLocaleString('en')
  return value % mebibyte === 0 ? `${value / mebibyte} MB` : `${value / kibibyte} KB`
}

it('are in docs/operate/limits.md as they are enforced', () => {
  const rows = Object.entries(names).map(([key, name]) => `| ${name} | ${inWords(key as keyof NostrLimits)} |`)
  const guide = readFileSync(new URL('../../../../../docs/operate/limits.md', import.meta.url), 'utf8')
  expect(guide).toContain(['| limit | |', '|---|---|', ...rows].join('\n'))
})

it('are published in NIP-11 as they are enforced', () => {
  expect(limitationOf(nostrLimits, 0)).toMatchObject({
    max_message_length: nostrLimits.messageBytesMax,
    max_subscriptions: nostrLimits.subscriptionsMax,
    max_limit: nostrLimits.limitMax,
    max_event_tags: nostrLimits.eventTagsMax,
  })
})
