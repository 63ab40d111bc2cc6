import { type CaseCounts, caseCauses, type ModerationCase } from '@hornets/contract/admin/notifications/cases'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { UserRound, X } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useReportType } from '../reports/use-report-type.ts'
import type { Inbox } from './use-inbox.ts'
import { useWaited } from './use-waited.ts'

/** Open cases, the most urgent first. */
export function CaseQueue({ inbox: { cases, counts, current, filter } }: { readonly inbox: Inbox }) {
  const { t } = useTexts()
  return (
    <section aria-label={t('notifications.cases.queue')} className="min-w-0 rounded-md border border-line bg-surface">
      <div className="grid gap-2 border-line border-b p-3">
        <p role="status" className="text-muted text-small tabular-nums">
          {counts && t('notifications.cases.open', { count: counts.open })}
        </p>
        {filter.reporter || filter.image || filter.about ? (
          <Narrowed filter={filter} />
        ) : (
          <CauseSelect counts={counts} />
        )}
      </div>
      <ul className="max-h-160 overflow-y-auto">
        {cases.map(one => (
          <li key={one.id} className="border-line border-b last:border-b-0">
            <QueueRow one={one} isOpen={one.id === current} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CauseSelect({ counts }: { readonly counts: CaseCounts | undefined }) {
  const { t } = useTexts()
  const [{ cause, escalated }, change] = useUrlParameters()
  const countOf = (name: string) => counts?.causes.find(one => one.cause === name)?.count ?? 0
  const named = (text: string, count: number) => t('notifications.cases.counted', { text, count: formatNumber(count) })
  const choices = [
    { value: '', label: named(t('notifications.cases.allCauses'), counts?.open ?? 0) },
    ...caseCauses.map(one => ({ value: one, label: named(t(`notifications.cases.cause.${one}`), countOf(one)) })),
    { value: 'escalated', label: named(t('notifications.cases.escalated'), counts?.escalated ?? 0) },
  ]
  return (
    <Select
      label={t('notifications.cases.shown')}
      value={String(escalated) === '1' ? 'escalated' : String(cause ?? '')}
      choices={choices}
      onValueChange={value =>
        change({
          cause: value === '' || value === 'escalated' ? undefined : value,
          escalated: value === 'escalated' ? 1 : undefined,
        })
      }
    />
  )
}

/** Cases of one reporter or image, or those about one thing. */
function Narrowed({ filter: { reporter, image } }: Pick<Inbox, 'filter'>) {
  const { t } = useTexts()
  const [, change] = useUrlParameters()
  const what = reporter ? 'ofReporter' : image ? 'ofImage' : 'about'
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="text-small">{t(`notifications.cases.${what}`)}</p>
      <Button size="small" icon={X} onClick={() => change({ reporter: undefined, image: undefined, about: undefined })}>
        {t('notifications.cases.showAll')}
      </Button>
    </div>
  )
}

function QueueRow({ one, isOpen }: { readonly one: ModerationCase; readonly isOpen: boolean }) {
  const { t } = useTexts()
  const typeText = useReportType()
  const waited = useWaited()
  return (
    <Link
      to={`/moderation/${one.id}`}
      search={((now: object) => now) as never}
      aria-current={isOpen || undefined}
      className={clsx('grid gap-1 px-3 py-2 text-small', isOpen ? 'bg-accent-soft' : 'hover:bg-sunken')}
    >
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="truncate font-semibold">{typeText(one.type)}</span>
        <span className="flex-none text-caption text-muted">{waited(one.opened_at)}</span>
      </span>
      {one.pubkey && <Person pubkey={one.pubkey} size="tiny" linked={false} />}
      <span className="flex flex-wrap items-center gap-1">
        <Badge>{t(`notifications.cases.cause.${one.cause}`)}</Badge>
        {one.reporters > 0 && <Badge>{t('notifications.cases.reporters', { count: one.reporters })}</Badge>}
        {one.is_escalated && <Badge kind="warn">{t('notifications.cases.escalated')}</Badge>}
        {one.held_by && (
          <>
            <Badge kind="accent">
              <UserRound size={12} aria-hidden />
              {t('notifications.cases.held')}
            </Badge>
            <Person pubkey={one.held_by} named={one.held_by_name} size="tiny" linked={false} />
          </>
        )}
      </span>
    </Link>
  )
}
