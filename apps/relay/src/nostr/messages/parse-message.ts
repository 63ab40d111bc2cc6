import type { NostrEvent } from '@hornets/contract'
import type { RefusedThing } from '@hornets/contract/admin/refusals/refusals'
import type { Filter } from '../../events/filter.ts'
import { closedAnswer, negError, noticeAnswer, okAnswer } from './answers.ts'
import { type EventLimits, errorOfEvent, isHex64 } from './parse-event.ts'
import { type FilterLimits, parseFilter } from './parse-filter.ts'

export interface MessageLimits extends EventLimits, FilterLimits {
  readonly filtersMax: number
  readonly subscriptionIdMax: number
}

/** A message that compares two stores (NIP-77). */
export type NegMessage =
  | { readonly type: 'NEG-OPEN'; readonly subscriptionId: string; readonly filter: Filter; readonly bytes: Buffer }
  | { readonly type: 'NEG-MSG'; readonly subscriptionId: string; readonly bytes: Buffer }
  | { readonly type: 'NEG-CLOSE'; readonly subscriptionId: string }

/** A checked client message (NIP-01, NIP-42, NIP-45, NIP-77); `refused` contains the answer, and its text. */
export type ClientMessage =
  | { readonly type: 'EVENT' | 'AUTH'; readonly event: NostrEvent; readonly json: string }
  | { readonly type: 'REQ' | 'COUNT'; readonly subscriptionId: string; readonly filters: readonly Filter[] }
  | { readonly type: 'CLOSE'; readonly subscriptionId: string }
  | NegMessage
  | { readonly type: 'refused'; readonly answer: string; readonly what: RefusedThing; readonly text: string }

/** Never throws. */
export function parseMessage(text: string, limits: MessageLimits): ClientMessage {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return notice('invalid: the message is not JSON')
  }
  if (!Array.isArray(message)) return notice('invalid: message must be a JSON array')
  const type: unknown = message[0]
  if (type === 'EVENT' || type === 'AUTH') return parseEventMessage(type, text, message, limits)
  if (type === 'REQ' || type === 'COUNT') return parseRequest(type, message, limits)
  if (type === 'CLOSE') {
    const id = message[1]
    return isSubscriptionId(id, limits) ? { type, subscriptionId: id } : notice(errorOfId(limits), 'read')
  }
  if (type === 'NEG-OPEN' || type === 'NEG-MSG' || type === 'NEG-CLOSE') return parseNegMessage(type, message, limits)
  return notice('invalid: a message starts with EVENT, REQ, CLOSE, COUNT, AUTH, NEG-OPEN, NEG-MSG or NEG-CLOSE')
}

function parseNegMessage(type: NegMessage['type'], message: readonly unknown[], limits: MessageLimits): ClientMessage {
  const [, id, ...given] = message
  if (!isSubscriptionId(id, limits)) return notice(errorOfId(limits), 'read')
  if (type === 'NEG-CLOSE') return { type, subscriptionId: id }
  const end = (reason: string) => refused(negError(id, reason), 'read', reason)
  const parsed = type === 'NEG-OPEN' ? parseFilter(given.shift(), limits) : null
  if (parsed && 'error' in parsed) return end(parsed.error)
  // Its answers come by rank, not by time.
  if (parsed?.filter.search !== undefined) return end('unsupported: searches cannot be compared')
  const hex = given.at(-1)
  if (typeof hex !== 'string' || hex === '' || hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex))
    return end(`invalid: ${type} takes a message in hex`)
  const rest = { subscriptionId: id, bytes: Buffer.from(hex, 'hex') }
  return parsed ? { type: 'NEG-OPEN', filter: parsed.filter, ...rest } : { type: 'NEG-MSG', ...rest }
}

function parseEventMessage(
  type: 'EVENT' | 'AUTH',
  text: string,
  message: readonly unknown[],
  limits: MessageLimits,
): ClientMessage {
  const event = message[1]
  const error = message.length === 2 ? errorOfEvent(event, limits) : `${type} takes one event`
  if (error === null) return { type, event: event as NostrEvent, json: jsonOfEvent(text) }
  const id = (event as { id?: unknown } | null | undefined)?.id
  const [what, reason] = [type === 'AUTH' ? ('sign-in' as const) : ('event' as const), `invalid: ${error}`]
  return isHex64(id) ? refused(okAnswer(id, false, reason), what, reason) : notice(reason, what)
}

/** The event's own text: in an array of a word and one object, it reaches from the first brace to the last. */
function jsonOfEvent(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
}

function parseRequest(type: 'REQ' | 'COUNT', message: readonly unknown[], limits: MessageLimits): ClientMessage {
  const [, id, ...given] = message
  if (!isSubscriptionId(id, limits)) return notice(errorOfId(limits), 'read')
  const close = (reason: string) => refused(closedAnswer(id, reason), 'read', reason)
  if (given.length === 0) return close(`invalid: ${type} takes at least one filter`)
  if (given.length > limits.filtersMax) {
    return close(`invalid: ${type} takes at most ${limits.filtersMax} filters`)
  }
  const filters: Filter[] = []
  for (const value of given) {
    const parsed = parseFilter(value, limits)
    if ('error' in parsed) return close(parsed.error)
    filters.push(parsed.filter)
  }
  return { type, subscriptionId: id, filters }
}

function isSubscriptionId(value: unknown, limits: MessageLimits): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= limits.subscriptionIdMax
}

function errorOfId(limits: MessageLimits): string {
  return `invalid: a subscription id has 1 to ${limits.subscriptionIdMax} characters`
}

function notice(message: string, what: RefusedThing = 'connection'): ClientMessage {
  return refused(noticeAnswer(message), what, message)
}

function refused(answer: string, what: RefusedThing, text: string): ClientMessage {
  return { type: 'refused', answer, what, text }
}
