import { recentSearchesKey } from '../../../api/session/session.ts'
import type { Hit, HitCategory, SearchCategory, Target } from './hit.ts'

/** A stored choice; the names of pages and fields are looked up in the current language. */
export interface RecentHit {
  readonly key: string
  readonly category: SearchCategory
  readonly title: string
  readonly detail?: string
  readonly target: Target
  readonly person?: Hit['person']
}

const keptMax = 6

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
  chosen: Omit<RecentHit, 'category'> & { readonly category: HitCategory },
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
) {
  const { key, category, title, detail, target, person } = chosen
  // Offered by their names, which change with the state.
  if (category === 'actions') return
  const others = readRecent(npub, storage).filter(hit => hit.key !== key)
  const hits = [{ key, category, title, detail, target, person }, ...others].slice(0, keptMax)
  try {
    storage.setItem(recentSearchesKey, JSON.stringify({ of: npub, hits }))
  } catch {
    // Storage can be unavailable in private windows: nothing is remembered.
  }
}

function isRecentHit(hit: unknown): hit is RecentHit {
  const { key, category, title, target } = (hit ?? {}) as Partial<RecentHit>
  return (
    typeof key === 'string' &&
    typeof category === 'string' &&
    typeof title === 'string' &&
    typeof target === 'object' &&
    // Only the target: the content at that time would be outdated.
    ['to', 'event', 'tx'].some(name => typeof (target as Record<string, unknown> | null)?.[name] === 'string')
  )
}
