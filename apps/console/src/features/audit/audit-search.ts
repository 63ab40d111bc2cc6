import { isDay, startOfDay } from '../../ui/text/calendar-day.ts'

export interface AuditSearch {
  readonly q: string
  /** Public key, hex. */
  readonly actor: string
  readonly action: string
  readonly outcome: '' | 'done' | 'refused'
  /** Days of the user's calendar, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

export const noSearch: AuditSearch = { q: '', actor: '', action: '', outcome: '', from: '', to: '' }

export function readAuditSearch(query: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (name: string) => (query[name] === undefined ? '' : String(query[name]))
  const matching = (name: string, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : '')
  return {
    q: text('q').slice(0, 200),
    actor: matching('actor', /^[0-9a-f]{64}$/),
    action: matching('action', /^[\w.-]{1,100}$/),
    outcome: matching('outcome', /^(done|refused)$/) as AuditSearch['outcome'],
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  }
}

export function writeAuditSearch(search: AuditSearch): Partial<AuditSearch> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

/** The filters for the relay: days become times in the user's time zone. */
export function filtersOf({ q, actor, action, outcome, from, to }: AuditSearch) {
  return {
    ...(q && { q }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
  }
}
