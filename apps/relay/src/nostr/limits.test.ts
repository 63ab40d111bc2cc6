import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { limitationOf, type NostrLimits, nostrLimits } from './limits.ts'

const mebibyte = 1024 * 1024
const kibibyte = 1024

/** The name of each limit in docs/operating.md. */
const names: Record<keyof NostrLimits, string> = {
  connectionsPerAddressMax: 'open connections of one address',
  connectionsMax: 'open connections in all',
  messageBytesMax: 'bytes of one message',
  bytesPerSecond: 'bytes a second that one connection may send',
  bytesBurst: 'the same at once',
  bytesPerSecondPerAddress: 'bytes a second that one address may send',
  bytesBurstPerAddress: 'the same at once',
  eventsPerSecond: 'events a second of one connection',
  eventsBurst: 'the same at once',
  requestsPerSecond: 'other messages a second of one connection',
  requestsBurst: 'the same at once',
  eventsInFlightMax: 'events of one connection that wait for their OK',
  eventBytesInFlightMax: 'their bytes',
  eventsInFlightPerAddressMax: 'the same of one address',
  eventBytesInFlightPerAddressMax: 'their bytes',
  allEventBytesInFlightMax: 'bytes of all events that wait for their OK',
  readMillisPerSecond: 'milliseconds a second that the store reads for one address before the others go first',
  readMillisBurst: 'the same at once',
  readsAtOnceMax: 'reads of the store at the same time',
  readsAtOncePerAddressMax: 'the same of one address',
  countReadsAtOnceMax: 'the same of COUNTs',
  overdrawnReadsAtOnceMax: 'the same of all addresses that are over their rate',
  waitingReadsPerAddressMax: 'reads of one address that wait',
  queriesAtOnceMax: 'queries of one connection that are read at the same time',
  countsMax: 'COUNTs of one connection that are read or wait',
  subscriptionsMax: 'subscriptions of one connection',
  subscribedFiltersMax: 'filters in all of them',
  subscribedValuesMax: 'values in the lists of all of them',
  fanOutStepsPerSecond:
    'look-ups a second that live events cost for one address before its costliest subscriptions end',
  filtersMax: 'filters of one REQ or COUNT',
  filterValuesMax: 'values in the lists of one filter',
  subscriptionIdMax: 'characters of a subscription id',
  limitMax: 'stored events that one filter gives',
  limitDefault: 'the same without a limit in the filter',
  heldEventsMax: 'live events kept back while the stored ones of a subscription are read',
  heldBytesMax: 'their bytes',
  unsentBytesPause: 'unsent bytes of one connection at which it is not read from',
  unsentBytesMax: 'unsent bytes at which it is closed',
  unsentBytesPerAddressMax: 'unsent bytes of one address at which its slowest connections are closed',
  allUnsentBytesMax: 'unsent bytes of all at which the slowest are closed (`OUTBOX_MB`)',
  eventTagsMax: 'tags of one event',
  contentLengthMax: 'characters of its content',
  storedBytesPerKeyDayMax: 'bytes of events that one key may have stored in a day (`KEY_MB_PER_DAY`)',
  storedBytesPerAddressDayMax: 'the same of one address (`ADDRESS_MB_PER_DAY`)',
  authorsRememberedMax: 'authors by whom one connection is known, should one of them be blocked',
  authenticatedMax: 'keys by which one connection may sign in',
  pingSeconds: 'seconds between pings',
}

function inWords(key: keyof NostrLimits): string {
  const value = nostrLimits[key]
  if (key === 'allUnsentBytesMax') return '1/64 of the memory, 32 to 256 MB'
  if (!/bytes/i.test(key)) return value.toLocaleString('en')
  return value % mebibyte === 0 ? `${value / mebibyte} MB` : `${value / kibibyte} KB`
}

it('stand in docs/operating.md as they are enforced', () => {
  const rows = Object.entries(names).map(([key, name]) => `| ${name} | ${inWords(key as keyof NostrLimits)} |`)
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  expect(guide).toContain(['| limit | |', '|---|---|', ...rows].join('\n'))
})

it('are told by NIP-11 as they are enforced', () => {
  expect(limitationOf(nostrLimits, 0)).toMatchObject({
    max_message_length: nostrLimits.messageBytesMax,
    max_subscriptions: nostrLimits.subscriptionsMax,
    max_limit: nostrLimits.limitMax,
    max_event_tags: nostrLimits.eventTagsMax,
  })
})
