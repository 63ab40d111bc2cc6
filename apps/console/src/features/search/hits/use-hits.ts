import { useContext, useEffect, useMemo, useState } from 'react'
import { readSession } from '../../../api/session/session.ts'
import { useIsRole } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { icons } from '../icons.ts'
import { type SearchedAction, SearchedActions } from '../searched-actions.ts'
import { type SearchedPage, SearchedPages } from '../searched-pages.ts'
import { actionHit, findActions } from '../sources/actions.ts'
import { findPages, pageHit } from '../sources/pages.ts'
import { findSettings, settingHits } from '../sources/settings.ts'
import { useServerSearch } from '../use-server-search.ts'
import { type Hit, type HitCategory, searchCategories, type Wanted } from './hit.ts'
import { readRecent } from './recent.ts'

export interface HitGroup {
  readonly name: HitCategory | 'recent'
  readonly hits: readonly Hit[]
}

/** From the console and the server; without a text, the latest choices and the pages. */
export function useHits(text: string, wanted: Wanted) {
  const { language } = useTexts()
  const pages = useContext(SearchedPages)
  const actions = useActions()
  const seesSettings = useIsRole('operator')
  const server = useServerSearch(text, wanted)
  // The language is read by the sources, not handed to them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const local = useMemo(
    () =>
      text === ''
        ? []
        : [...findPages(text, pages), ...findActions(text, actions), ...(seesSettings ? findSettings(text) : [])],
    [text, pages, actions, seesSettings, language],
  )
  const groups = text === '' ? suggestions(wanted, pages, actions) : byCategory([...local, ...server.hits], wanted)
  const hits = groups.flatMap(group => group.hits)
  return { ...server, groups, hits, choosable: server.isPassed ? hits.filter(hit => local.includes(hit)) : hits }
}

function byCategory(hits: readonly Hit[], wanted: Wanted): HitGroup[] {
  const [pages, settings, ...others] = searchCategories
  return ([pages, settings, 'actions', ...others] as const)
    .filter(name => wanted === 'all' || wanted === name)
    .map(name => ({ name, hits: hits.filter(({ category }) => category === name) }))
    .filter(group => group.hits.length > 0)
}

function suggestions(wanted: Wanted, pages: readonly SearchedPage[], actions: readonly SearchedAction[]): HitGroup[] {
  const isWanted = ({ category }: { category: HitCategory }) => wanted === 'all' || wanted === category
  const here = [...pages.map(pageHit), ...settingHits()]
  const recent = readRecent(readSession()?.user.npub ?? '').flatMap((kept): Hit[] => {
    if (kept.category !== 'pages' && kept.category !== 'settings') return [{ ...kept, icon: icons[kept.category] }]
    // Under its current name, if it still exists.
    return here.filter(({ key }) => key === kept.key)
  })
  const groups: HitGroup[] = [
    { name: 'recent', hits: recent.filter(isWanted) },
    { name: 'pages', hits: pages.map(pageHit).filter(isWanted) },
    { name: 'actions', hits: actions.map(actionHit).filter(isWanted) },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** What can be done, once it is loaded. */
function useActions(): readonly SearchedAction[] {
  const load = useContext(SearchedActions)
  const { language } = useTexts()
  const [actions, setActions] = useState<readonly SearchedAction[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: their names are in the language
  useEffect(() => {
    let isGone = false
    void load().then(loaded => isGone || setActions(loaded))
    return () => {
      isGone = true
    }
  }, [load, language])
  return actions
}
