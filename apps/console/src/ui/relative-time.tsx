import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatRelative } from './format.ts'
import { Tooltip } from './tooltip.tsx'

/** 'How long ago', kept true while it is on screen, with the exact time on hover. */
export function RelativeTime({ date }: { readonly date: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(Date.now)
  const ageSeconds = (Date.parse(date) - now) / 1000
  const refreshMs = Math.abs(ageSeconds) < 60 ? 5000 : 30_000
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs])
  return (
    <Tooltip text={formatDateTime(date, i18n.language)}>
      <time dateTime={date}>{formatRelative(ageSeconds, i18n.language)}</time>
    </Tooltip>
  )
}
