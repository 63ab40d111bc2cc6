import type { RelayStatus } from '@hornets/contract/admin/live'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useConnectionState } from '../../api/live/use-live-stream.ts'
import { useStatus } from '../../api/queries/use-status.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { formatDateTime, formatDuration, formatMoment, formatNumber } from '../../ui/text/format.ts'

/** Live while connected, otherwise as last reported and marked so. Children are further items. */
export function StatusLine({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  const { data, isError, dataUpdatedAt } = useStatus()
  const connection = useConnectionState()
  if (isError && !data) return <p className="text-bad text-small">{t('dashboard.status.unknown')}</p>
  // As wide as the content, so that it fits the same row.
  if (!data) return <Skeleton className="h-15 w-80 max-w-full sm:h-10 sm:w-210 xl:h-5" />
  return (
    <StatusText status={data} answeredAt={connection === 'offline' ? new Date(dataUpdatedAt) : undefined}>
      {children}
    </StatusText>
  )
}

interface StatusTextProps {
  readonly status: RelayStatus
  /** When this was reported, if it may be outdated. */
  readonly answeredAt: Date | undefined
  readonly children: ReactNode
}

function StatusText({ status, answeredAt, children }: StatusTextProps) {
  const { t } = useTexts()
  const isOld = answeredAt !== undefined
  return (
    <ul aria-label={t('dashboard.status.label')} className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-small">
      {status.address !== undefined && <Address value={status.address} />}
      <li className={clsx('flex items-center gap-1.5', answeredAt && 'text-warn')}>
        {answeredAt ? (
          <CloudOff size={14} />
        ) : (
          <span aria-hidden className={clsx('size-2 rounded-full', status.publicListener ? 'bg-ok' : 'bg-warn')} />
        )}
        {answeredAt ? (
          t('dashboard.status.asOf', { time: formatMoment(answeredAt) })
        ) : status.publicListener ? (
          <Uptime startedAt={status.startedAt} />
        ) : (
          t('dashboard.status.closed')
        )}
      </li>
      <li>
        <Figure old={isOld} value={status.connections} />{' '}
        {t('dashboard.status.connections', { count: status.connections })}
      </li>
      <li>
        <Figure old={isOld} value={status.eventsLastMinute} />{' '}
        {t('dashboard.status.events', { count: status.eventsLastMinute })}
        {', '}
        {/* From the same minute. */}
        <Link to="/refusals" className="rounded-sm underline-offset-2 hover:text-text hover:underline">
          <Figure old={isOld} value={status.refusedLastMinute} /> {t('dashboard.status.refused')}
        </Link>
      </li>
      {children}
    </ul>
  )
}

/** Relay address: operators give it to people. */
function Address({ value }: { readonly value: string }) {
  const { t } = useTexts()
  return (
    <li className="-my-1.5 flex min-w-0 max-w-full items-center gap-0.5">
      <span className="truncate font-mono text-text" title={t('dashboard.status.address')}>
        {value}
      </span>
      <CopyButton value={value} label={t('dashboard.status.copyAddress')} />
    </li>
  )
}

interface FigureProps {
  readonly value: number
  readonly old: boolean
}

function Figure({ value, old }: FigureProps) {
  return <b className={clsx('tabular-nums', old ? 'font-normal' : 'font-semibold text-text')}>{formatNumber(value)}</b>
}

function Uptime({ startedAt }: { readonly startedAt: string }) {
  const { t } = useTexts()
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
