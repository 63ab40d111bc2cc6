import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/texts.ts'

export function usePageChange(): RefObject<HTMLElement | null> {
  const { t } = useTexts()
  const main = useRef<HTMLElement>(null)
  const page = useMatches({ select: matches => matches.at(-1)?.staticData.page })
  const shown = useRef(page)
  const title = page && t(page.title)

  useEffect(() => {
    if (title) document.title = t('shell.documentTitle', { page: title })
  }, [title, t])

  useEffect(() => {
    if (shown.current !== page) main.current?.focus({ preventScroll: true })
    shown.current = page
  }, [page])

  return main
}
