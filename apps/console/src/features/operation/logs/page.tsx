import { type LogLevel, type LogLine, listLogLines, logLevels } from '@hornets/contract/admin/operation/logs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay, useRoleName } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

const liveMs = 3000

/** Those from `error` on are bad. */
function lookOf(level: LogLevel) {
  if (level === 'warn') return 'warn'
  return logLevels.indexOf(level) > logLevels.indexOf('warn') ? 'bad' : 'neutral'
}

export function LogsPage() {
  const { t } = useTexts()
  const role = useRoleName()
  const mayRead = useMay(listLogLines)
  const notAllowed = {
    title: t('operation.logs.notAllowed.title'),
    text: t('operation.logs.notAllowed.text', { role }),
  }
  return (
    <RolePage
      title={t('shell.nav.logs')}
      description={t('operation.logs.description')}
      notAllowed={mayRead ? undefined : notAllowed}
    >
      <Lines />
    </RolePage>
  )
}

function Lines() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const level = logLevels.find(one => one === parameters.level) ?? 'info'
  const text = parameters.q === undefined ? '' : String(parameters.q).slice(0, 200)
  const [isLive, setLive] = useState(true)
  const q = useDebounced(text.trim(), 300)
  const query = useQuery({
    ...apiQuery(listLogLines, { query: { level, ...(q && { q }) } }),
    refetchInterval: isLive ? liveMs : false,
    placeholderData: keepPreviousData,
  })
  const lines = query.data?.lines ?? []
  return (
    <div className="rounded-md border border-line bg-surface">
      <div className="grid items-end gap-3 border-line border-b p-3 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
        <TextField
          type="search"
          label={t('operation.logs.filter')}
          value={text}
          onValueChange={q => change({ q: q || undefined }, { replace: true })}
        />
        <Select<LogLevel>
          label={t('operation.logs.level')}
          value={level}
          choices={logLevels.map(value => ({ value, label: t(`operation.logs.from.${value}`) }))}
          onValueChange={next => change({ level: next }, { replace: true })}
        />
        <Switch label={t('operation.logs.live')} checked={isLive} onCheckedChange={setLive} />
      </div>
      {query.isPending && <RowsSkeleton rows={8} className="h-6" />}
      {query.error && !query.data && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && lines.length === 0 && (
        <EmptyState
          icon={q === '' ? SquareTerminal : Search}
          title={t(q === '' ? 'operation.logs.none' : 'operation.logs.nothingFound')}
          text={t('operation.logs.noneText')}
        />
      )}
      {lines.length > 0 && (
        <ol aria-label={t('shell.nav.logs')} aria-busy={query.isFetching}>
          {lines.map(line => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
      {query.data?.has_more && (
        <p className="border-line border-t p-3 text-center text-muted text-small">{t('operation.logs.more')}</p>
      )}
    </div>
  )
}

function Line({ line: { at, level, message, details } }: { readonly line: LogLine }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const head = (
    <>
      <time dateTime={at} className="whitespace-nowrap text-caption text-muted tabular-nums">
        {formatDateTime(at)}
      </time>
      <Badge kind={lookOf(level)}>{t(`operation.logs.name.${level}`)}</Badge>
      <span lang="en" className="min-w-0 basis-full break-words sm:flex-1 sm:basis-0">
        {message}
      </span>
    </>
  )
  const look = 'flex w-full flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2 text-left text-small'
  return (
    <li className="border-line border-b last:border-b-0">
      {details === '' ? (
        <div className={look}>{head}</div>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={`${look} hover:bg-sunken focus-visible:outline-offset-[-2px]`}
        >
          {head}
        </button>
      )}
      {isOpen && (
        <pre
          lang="en"
          className="max-h-80 overflow-auto whitespace-pre-wrap break-words bg-sunken px-3 py-2 font-mono text-caption"
        >
          {details}
        </pre>
      )}
    </li>
  )
}
