import type { NostrEvent } from '@hornets/contract'
import { toHex } from '../event-keys.ts'
import { hasTag } from '../event-kinds.ts'
import type { Filter } from '../filter.ts'
import { isInScope, type ReadScope } from '../read-scope.ts'
import type { Lead } from './plan.ts'
import type { StoredRow } from './read-statements.ts'

/**
 * Whether a row that an index gave really answers the filter: what the leading index has decided already is not asked
 * again, and the JSON is only read where tags are left to compare. Null where nothing is left to ask.
 */
export function residualOf(
  filter: Filter,
  scope: ReadScope,
  lead: Lead | 'search',
  letter?: string,
): ((row: StoredRow) => boolean) | null {
  const checks: ((row: StoredRow) => boolean)[] = []
  const { since, until } = filter
  if (filter.kinds && (lead === 'ids' || lead === 'search')) {
    const kinds = new Set(filter.kinds)
    checks.push(row => kinds.has(row.kind))
  }
  if (lead === 'search') {
    if (since !== undefined) checks.push(row => row.created_at >= since)
    if (until !== undefined) checks.push(row => row.created_at <= until)
    if (filter.ids) {
      const ids = new Set(filter.ids)
      checks.push(row => ids.has(toHex(row.id)))
    }
  }
  if (filter.authors) {
    // Also where authors lead: the index knows 48 bits of a key.
    const authors = new Set(filter.authors)
    checks.push(row => authors.has(toHex(row.pubkey)))
  }
  const parties = new Set(scope.partyKinds.filter(kind => filter.kinds?.includes(kind) ?? true))
  if (parties.size > 0) {
    checks.push(row => !parties.has(row.kind) || isInScope(scope, JSON.parse(row.json) as NostrEvent))
  }
  const tags = (filter.tags ?? []).filter(([name]) => lead !== 'tags' || name !== letter)
  if (tags.length > 0) {
    const wanted = tags.map(([name, values]) => [name, new Set(values)] as const)
    checks.push(row => {
      const event = JSON.parse(row.json) as NostrEvent
      return wanted.every(([name, values]) => hasTag(event, name, value => values.has(value)))
    })
  }
  return checks.length === 0 ? null : row => checks.every(check => check(row))
}
