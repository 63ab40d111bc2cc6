import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Names the document after the page, and moves the focus to its content when the page changes, as a load would. */
export function usePageChange(): RefObject<HTMLElement | null> {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  const page = useMatches({ select: matches => matches.at(-1)?.staticData.page })
  const problem = useMatches({ select: matches => matches.at(-1)?.staticData.problem })
  const place = page ?? problem
  const shown = useRef(place)
  const title = page ? t(`shell.nav.${page}`) : problem && t(`errorPages.${problem}.title`)

  useEffect(() => {
    if (title) document.title = t('shell.documentTitle', { page: title })
  }, [title, t])

  useEffect(() => {
    if (shown.current !== place) main.current?.focus({ preventScroll: true })
    shown.current = place
  }, [place])

  return main
}
