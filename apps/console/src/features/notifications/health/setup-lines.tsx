import { getHealthSetup, type SetupLine } from '@hornets/contract/admin/notifications/health'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'

const useSetup = () => useQuery({ ...apiQuery(getHealthSetup), staleTime: 0 })

/** Where a step is done in the console. */
const places = { wallet: '/wallet', chain_source: '/settings/wallet' } as const satisfies Partial<
  Record<SetupLine['what'], string>
>

/** What is not set up, each with the step that sets it up. */
export function SetupLines() {
  const { t } = useTexts()
  const { data } = useSetup()
  if (!data || data.lines.length === 0) return null
  return (
    <section aria-label={t('notifications.health.setup.title')} className="rounded-md border border-line bg-surface">
      <h2 className="border-line border-b px-4 py-3 font-semibold text-small">
        {t('notifications.health.setup.title')}
      </h2>
      <ul>
        {data.lines.map(line => (
          <Line key={`${line.what} ${line.subject}`} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line: { what, urgency, subject } }: { readonly line: SetupLine }) {
  const { t } = useTexts()
  const place = what in places ? places[what as keyof typeof places] : undefined
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 text-small last:border-b-0">
      <span className="flex flex-wrap items-start justify-between gap-2">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {t(`notifications.health.setup.what.${what}.title`, { host: subject })}
        </span>
        <Badge kind={urgency === 'warning' ? 'warn' : 'neutral'}>{t(`notifications.health.setup.${urgency}`)}</Badge>
      </span>
      <span className="text-muted">
        {t(`notifications.health.setup.what.${what}.text`)}{' '}
        {place && (
          <Link to={place} className="font-semibold text-accent-text underline">
            {t(`notifications.health.setup.open.${what as keyof typeof places}`)}
          </Link>
        )}
      </span>
    </li>
  )
}

/** Shown instead of health notifications: that everything is fine only if everything was asked. */
export function NoTroubles() {
  const { t } = useTexts()
  return (
    <Loaded
      query={useSetup()}
      waiting={<RowsSkeleton rows={3} className="h-10" />}
      failed={t('notifications.health.failed')}
      failureOf={failureText}
    >
      {({ lines: { length: count } }) =>
        count === 0 ? (
          <EmptyState title={t('notifications.health.none')} text={t('notifications.health.noneText')} />
        ) : (
          <EmptyState
            title={t('notifications.health.setup.none')}
            text={t('notifications.health.setup.noneText', { count })}
          />
        )
      }
    </Loaded>
  )
}
