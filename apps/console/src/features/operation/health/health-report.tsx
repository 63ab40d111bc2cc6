import {
  getHealthReport,
  type HealthPart,
  type HealthReport,
  type HealthState,
} from '@hornets/contract/admin/notifications/health-report'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime, formatPercent } from '../../../ui/text/format.ts'
import { formatMs, healthValue } from './health-value.ts'
import { Sparkline } from './sparkline.tsx'

const pollMs = 10_000

export function HealthReportRows() {
  const { t } = useTexts()
  const query = useQuery({ ...apiQuery(getHealthReport), staleTime: 0, refetchInterval: pollMs })
  return (
    <div className="rounded-md border border-line bg-surface">
      <Loaded
        query={query}
        waiting={<RowsSkeleton rows={parts.length} className="h-14" />}
        failed={t('operation.health.failed')}
        failureOf={failureText}
      >
        {report => <Rows report={report} />}
      </Loaded>
    </div>
  )
}

const parts = [
  ...(['disk', 'memory', 'processor', 'event_loop', 'processes', 'standby'] as const),
  ...(['databases', 'text_index', 'certificates'] as const),
  ...(['outside', 'clock', 'chain', 'mail', 'queues', 'rounds', 'backup', 'version'] as const),
] as const satisfies readonly HealthPart[]

/** Most relays are one process on one machine. */
const hiddenIfOff: ReadonlySet<HealthPart> = new Set(['processes', 'standby'])

function Rows({ report }: { readonly report: HealthReport }) {
  const { t } = useTexts()
  return (
    <ul aria-label={t('operation.health.label')}>
      {troublesFirst(report).map(part =>
        hiddenIfOff.has(part) && report[part].state === 'off' ? null : (
          <PartRow key={part} part={part} report={report} />
        ),
      )}
    </ul>
  )
}

function troublesFirst(report: HealthReport): readonly HealthPart[] {
  const rank = (part: HealthPart) => ({ bad: 0, warn: 1 })[report[part].state as string] ?? 2
  return [...parts].sort((one, other) => rank(one) - rank(other))
}

interface Place {
  readonly to: string
  readonly name: `shell.nav.${'media' | 'clients' | 'wallet' | 'logs' | 'backup' | 'settings'}`
}

/** Where a part is looked into. */
const places: Partial<Record<HealthPart, Place>> = {
  disk: { to: '/media-manager', name: 'shell.nav.media' },
  processor: { to: '/clients', name: 'shell.nav.clients' },
  chain: { to: '/wallet', name: 'shell.nav.wallet' },
  mail: { to: '/logs', name: 'shell.nav.logs' },
  processes: { to: '/logs', name: 'shell.nav.logs' },
  queues: { to: '/clients', name: 'shell.nav.clients' },
  backup: { to: '/backup', name: 'shell.nav.backup' },
}

/** Where a part is set up. */
const setUpPlaces: Partial<Record<HealthPart, Place>> = { mail: { to: '/settings/email', name: 'shell.nav.settings' } }

const looks = { ok: 'ok', warn: 'warn', bad: 'bad', unknown: 'neutral', off: 'neutral' } as const

function PartRow({ part, report }: { readonly part: HealthPart; readonly report: HealthReport }) {
  const { t } = useTexts()
  const { state } = report[part]
  const place = (state === 'off' && setUpPlaces[part]) || places[part]
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b px-4 py-3 text-small last:border-b-0 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {t(`operation.health.part.${part}.title`)}
          <Badge kind={looks[state]}>{t(`operation.health.state.${state}`)}</Badge>
        </h2>
        <p className="flex flex-wrap items-center justify-between gap-x-3 wrap-anywhere">
          <span className="tabular-nums">{healthValue(part, report, t)}</span>
          <History part={part} report={report} />
        </p>
      </div>
      <div className="min-w-0 text-muted">
        <p className={clsx(state === 'ok' && 'max-sm:sr-only')}>{meaning(part, report, t)}</p>
        {part === 'processes' && <Processes report={report} />}
        {part === 'standby' && <Standbys report={report} />}
        {part === 'databases' && <Files report={report} />}
        {part === 'certificates' && <Hosts report={report} />}
        {state !== 'ok' && <p className="text-text">{action(part, state, report, t)}</p>}
        {place && (
          <Link to={place.to as never} className={textLink}>
            {t(place.name)}
          </Link>
        )}
      </div>
    </li>
  )
}

function History({ part, report: { history } }: { readonly part: HealthPart; readonly report: HealthReport }) {
  if (part === 'processor') return <Sparkline values={history.map(({ share }) => share)} />
  if (part === 'memory') return <Sparkline values={history.map(({ used_bytes }) => used_bytes)} />
  return part === 'event_loop' ? <Sparkline values={history.map(({ p99_ms }) => p99_ms)} /> : null
}

function Processes({ report: { processes } }: { readonly report: HealthReport }) {
  const { t } = useTexts()
  return (
    <ul className="tabular-nums">
      {processes.each.map(({ number, machine, is_running, connections, used_bytes, share, p99_ms }) => (
        <li key={number}>
          {is_running
            ? t('operation.health.process', {
                number,
                count: connections,
                used: formatBytes(used_bytes),
                share: formatPercent(share),
                late: formatMs(p99_ms),
              })
            : t('operation.health.stopped', { number })}{' '}
          {machine && (
            <bdi className="wrap-anywhere font-mono">
              {machine.host} ({machine.address})
            </bdi>
          )}
        </li>
      ))}
    </ul>
  )
}

function Standbys({ report: { standby } }: { readonly report: HealthReport }) {
  const { t } = useTexts()
  return (
    <ul>
      {standby.machines.map(({ host, seen_at, problem }) => (
        <li key={`${host} ${seen_at}`} className="wrap-anywhere">
          <span className="font-mono">{host}</span>{' '}
          {t('operation.health.standbySeen', { time: formatDateTime(seen_at) })}
          {problem !== null && <span className="block text-bad">{problem}</span>}
        </li>
      ))}
    </ul>
  )
}

function Files({ report: { databases } }: { readonly report: HealthReport }) {
  const { t } = useTexts()
  return (
    <ul className="flex flex-wrap gap-x-4">
      {databases.files.map(({ name, bytes, is_damaged }) => (
        <li key={name} className="tabular-nums">
          <span className="font-mono">{name}</span> <span>{formatBytes(bytes)}</span>{' '}
          {is_damaged && <Badge kind="bad">{t('operation.health.damaged')}</Badge>}
        </li>
      ))}
    </ul>
  )
}

function Hosts({ report: { certificates } }: { readonly report: HealthReport }) {
  return (
    <ul>
      {certificates.hosts.map(({ host, ends_at }) => (
        <li key={host} className="wrap-anywhere">
          <span className="font-mono">{host}</span> <span>{ends_at && formatDateTime(ends_at)}</span>
        </li>
      ))}
    </ul>
  )
}

const meaning = (part: HealthPart, { disk, version }: HealthReport, t: Translate) =>
  t(`operation.health.part.${part}.text`, {
    reserve: formatBytes(disk.reserve_bytes),
    node: version.node,
    verifier: version.verifier,
  })

function action(part: HealthPart, state: HealthState, { version }: HealthReport, t: Translate): string {
  if (state === 'unknown' && part === 'clock') return t('operation.health.unknown.clock')
  if (state === 'unknown' && part === 'certificates') return t('operation.health.unknown.certificates')
  if (state === 'unknown' && part === 'mail') return t('operation.health.unknown.mail')
  if (state === 'unknown' && part === 'outside') return t('operation.health.unknown.outside')
  if (state === 'off' && part === 'certificates') return t('operation.health.off.certificates')
  if (state === 'off' && part === 'outside') return t('operation.health.off.outside')
  return t(`operation.health.part.${part}.act`, { newest: version.newest ?? '' })
}
