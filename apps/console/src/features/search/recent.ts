import { recentSearchesKey } from '../../api/session/session.ts'
import type { SearchCategory, Target } from './hit.ts'

/** A choice as it is kept; what a page or a field is called is asked anew, in the language of the moment. */
export interface RecentHit {
  readonly key: string
  readonly category: SearchCategory
  readonly title: string
  readonly detail?: string
  readonly target: Target
}

const keptMax = 6

/** What this person has chosen last on this device since the sign-in, newest first. */
export function readRecent(npub: string, storage: Pick<Storage, 'getItem'> = localStorage): readonly RecentHit[] {
  try {
    const { of, hits } = JSON.parse(storage.getItem(recentSearchesKey) ?? '') as { of?: unknown; hits?: unknown }
    return of === npub && Array.isArray(hits) ? hits.filter(isRecentHit) : []
  } catch {
    return []
  }
}

export function keepRecent(
  npub: string,
  chosen: RecentHit,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
) {
  const { key, category, title, detail, target } = chosen
  const others = readRecent(npub, storage).filter(hit => hit.key !== key)
  const hits = [{ key, category, title, detail, target }, ...others].slice(0, keptMax)
  try {
    storage.setItem(recentSearchesKey, JSON.stringify({ of: npub, hits }))
  } catch {
    // Private windows may refuse: nothing is remembered then.
  }
}

function isRecentHit(hit: unknown): hit is RecentHit {
  const { key, category, title, target } = (hit ?? {}) as Partial<RecentHit>
  return (
    typeof key === 'string' &&
    typeof category === 'string' &&
    typeof title === 'string' &&
    typeof target === 'object' &&
    // Where it leads: what it held when it was chosen would be old by now.
    ['to', 'event', 'tx'].some(name => typeof (target as Record<string, unknown> | null)?.[name] === 'string')
  )
}
