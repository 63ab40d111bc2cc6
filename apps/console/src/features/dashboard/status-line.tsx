import type { RelayStatus } from '@hornets/contract/admin/live'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { formatDateTime, formatDuration, formatNumber } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How the relay stands now, in one line. */
export function StatusLine() {
  const { t } = useTranslation()
  const { data, isError } = useStatus()
  if (isError && !data) return <p className="text-bad text-small">{t('dashboard.status.unknown')}</p>
  if (!data) return <Skeleton className="h-10 w-80 max-w-full sm:h-5" />
  return <Standing status={data} />
}

function Standing({ status }: { readonly status: RelayStatus }) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('dashboard.status.label')} className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-small">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className={`size-2 rounded-full ${status.publicListener ? 'bg-ok' : 'bg-warn'}`} />
        {status.publicListener ? <Uptime startedAt={status.startedAt} /> : t('dashboard.status.closed')}
      </li>
      <Figure value={status.connections}>{t('dashboard.status.connections', { count: status.connections })}</Figure>
      <Figure value={status.eventsLastMinute}>
        {t('dashboard.status.events', { count: status.eventsLastMinute })}
      </Figure>
      <Figure value={status.refusedLastMinute}>{t('dashboard.status.refused')}</Figure>
    </ul>
  )
}

function Figure({ value, children }: { readonly value: number; readonly children: ReactNode }) {
  return (
    <li>
      <b className="font-semibold text-text tabular-nums">{formatNumber(value)}</b> {children}
    </li>
  )
}

function Uptime({ startedAt }: { readonly startedAt: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span title={t('dashboard.status.upSince', { time: formatDateTime(startedAt) })}>
      <b className="font-semibold text-text tabular-nums">{formatDuration((now - Date.parse(startedAt)) / 1000)}</b>{' '}
      {t('dashboard.status.up')}
    </span>
  )
}
