import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useStatus } from '../../api/queries/use-status.ts'
import { useTexts } from '../../i18n/texts.ts'

export function usePageChange(): RefObject<HTMLElement | null> {
  const { t } = useTexts()
  const main = useRef<HTMLElement>(null)
  const page = useMatches({ select: matches => matches.at(-1)?.staticData.page })
  const shown = useRef(page)
  const { data: status } = useStatus()
  const relay = status?.name ?? `${t('shell.brand')} ${t('shell.brandSub')}`
  const title = page && `${t(page.title)} · ${relay}`

  useEffect(() => {
    if (title) document.title = title
  }, [title])

  useEffect(() => {
    if (shown.current !== page) main.current?.focus({ preventScroll: true })
    shown.current = page
  }, [page])

  return main
}
