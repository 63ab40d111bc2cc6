import type { NostrEvent } from '@hornets/contract'
import { contentFilter } from '@hornets/contract/admin/settings'
import type { ReaderFilter, Waiting } from '../nostr/subscriptions/content-filter.ts'
import type { ReaderKeys } from '../policy/read-policy.ts'
import type { Settings } from '../settings/settings.ts'
import type { Verdicts } from './judging/verdicts.ts'
import { holdsMuted, type Preference } from './preferences/preference.ts'
import type { Preferences } from './preferences/preferences.ts'

export interface ContentFilterParts {
  readonly settings: Pick<Settings, 'get'>
  readonly preferences: Preferences
  readonly verdicts: () => Verdicts
  /** Where tiers are sold, instructions are for running subscriptions only. */
  readonly isServed: (pubkey: string) => boolean
}

/** Leaves out what a reader does not want to see, by muted words and instructions. */
export class ContentFilter {
  readonly #parts: ContentFilterParts
  readonly #filters = new WeakMap<Preference, ReaderFilter>()

  constructor(parts: ContentFilterParts) {
    this.#parts = parts
  }

  /** undefined for readers without preferences, and while the filter is off. */
  readerOf(keys: ReaderKeys): ReaderFilter | undefined | Promise<ReaderFilter | undefined> {
    if (keys.size === 0 || !this.#parts.settings.get(contentFilter).enabled) return undefined
    let filter: ReturnType<ContentFilter['readerOf']>
    for (const key of keys) {
      const preference = this.#parts.preferences.of(key)
      if (preference === null) continue
      const next = preference instanceof Promise ? preference.then(this.#filterOf) : this.#filterOf(preference)
      filter = filter === undefined ? next : Promise.all([filter, next]).then(all => both(all))
    }
    return filter
  }

  #filterOf = (preference: Preference | null): ReaderFilter | undefined => {
    if (preference === null) return undefined
    let filter = this.#filters.get(preference)
    if (!filter) {
      filter = { shows: (event, waiting) => this.#shows(preference, event, waiting) }
      this.#filters.set(preference, filter)
    }
    return filter
  }

  #shows(preference: Preference, event: NostrEvent, waiting: Waiting): boolean | Promise<boolean> {
    const { settings, verdicts, isServed } = this.#parts
    const { full_text_kinds } = settings.get(contentFilter)
    if (waiting.keys.has(event.pubkey) || !full_text_kinds.includes(event.kind)) return true
    if (holdsMuted(preference, event.content)) return false
    if (preference.instructions === '' || !isServed(preference.pubkey)) return true
    return verdicts().of(event, preference, waiting)
  }
}

function both(filters: readonly (ReaderFilter | undefined)[]): ReaderFilter | undefined {
  const [first, second] = filters.filter(filter => filter !== undefined)
  if (!first || !second) return first
  return {
    shows: (event, waiting) => {
      const isShown = first.shows(event, waiting)
      if (typeof isShown === 'boolean') return isShown && second.shows(event, waiting)
      return isShown.then(shown => shown && second.shows(event, waiting))
    },
  }
}
