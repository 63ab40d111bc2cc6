import { type RefusalCause, refusalCauses } from '@hornets/contract/admin/refusals/causes'
import { type RefusedThing, refusedThings } from '@hornets/contract/admin/refusals/refusals'
import { readPubkey } from '../../api/signers/pubkey.ts'
import { isDay, startOfDay } from '../../ui/text/calendar-day.ts'

/** The filters of refusals, all in the URL: `?cause=word&key=npub1…&from=2026-11-01`. */
export interface RefusalSearch {
  /** Part of the text that was sent. */
  readonly q: string
  readonly cause: '' | RefusalCause
  readonly what: '' | RefusedThing
  /** Hex or npub, as it was typed. */
  readonly key: string
  readonly address: string
  readonly kind: string
  /** The rule or list entry that caused it. */
  readonly rule: string
  /** Days of the user's calendar, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

export const noSearch: RefusalSearch = {
  q: '',
  cause: '',
  what: '',
  key: '',
  address: '',
  kind: '',
  rule: '',
  from: '',
  to: '',
}

/** Reads the URL's query; invalid parts are ignored. */
export function readRefusalSearch(query: Readonly<Record<string, unknown>>): RefusalSearch {
  const text = (name: string, most = 200) => (query[name] === undefined ? '' : String(query[name]).slice(0, most))
  const day = (name: string) => (isDay(text(name)) ? text(name) : '')
  return {
    q: text('q'),
    cause: refusalCauses.find(cause => cause === query.cause) ?? '',
    what: refusedThings.find(what => what === query.what) ?? '',
    key: readPubkey(text('key')) ? text('key') : '',
    address: text('address', 100),
    kind: /^\d{1,5}$/.test(text('kind')) && Number(text('kind')) < 65_536 ? text('kind') : '',
    rule: text('rule', 400),
    from: day('from'),
    to: day('to'),
  }
}

/** The query for the URL, without empty filters. */
export function writeRefusalSearch(search: RefusalSearch): Partial<RefusalSearch> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

/** The filters for the relay: days become times in the user's time zone. */
export function filtersOf({ key, kind, from, to, cause, what, ...texts }: RefusalSearch) {
  const pubkey = readPubkey(key)
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(cause && { cause }),
    ...(what && { what }),
    ...(pubkey && { pubkey }),
    ...(kind && { kind: Number(kind) }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
  }
}
