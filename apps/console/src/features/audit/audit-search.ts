/** What of the audit log is asked for; all of it stands in the URL: `?action=access.block&outcome=refused&from=2026-11-01`. */
export interface AuditSearch {
  readonly q: string
  /** Public key, hex. */
  readonly actor: string
  readonly action: string
  readonly outcome: '' | 'done' | 'refused'
  /** Days of the user's own calendar, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

export const noSearch: AuditSearch = { q: '', actor: '', action: '', outcome: '', from: '', to: '' }

/** Reads the query of the URL; what makes no sense is as if it were not there. */
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

/** Is the first of the days after the last? Then no entry can fit, and nobody is asked. */
export function areDaysReversed({ from, to }: Pick<AuditSearch, 'from' | 'to'>): boolean {
  return isDay(from) && isDay(to) && from > to
}

/** A day that there is: not February 30, and no year that is still being typed (0202). */
function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}

/** The query for the URL; what is not asked for is left out. */
export function writeAuditSearch(search: AuditSearch): Partial<AuditSearch> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

/** The filters as the relay is asked for them: days become times at their beginning in the user's own time zone. */
export function filtersOf({ q, actor, action, outcome, from, to }: AuditSearch) {
  const startOf = (day: string, daysLater = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return new Date(year, month - 1, date + daysLater).toISOString()
  }
  return {
    ...(q && { q }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(outcome && { outcome }),
    ...(from && { from: startOf(from) }),
    ...(to && { to: startOf(to, 1) }),
  }
}
