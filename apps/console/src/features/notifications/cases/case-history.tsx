import type { CaseDetails, CaseVerdict } from '@hornets/contract/admin/notifications/cases'
import { Link } from '@tanstack/react-router'
import { findText, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { formatDateTime } from '../../../ui/text/format.ts'

export function CaseHistory({ details }: { readonly details: CaseDetails }) {
  const { t } = useTexts()
  const { verdicts, person_verdicts, image_verdicts, images, decisions } = details
  const shared = images.filter(({ open }) => open > 1)
  const isEmpty = [verdicts, person_verdicts, image_verdicts, decisions, shared].every(some => some.length === 0)
  return (
    <section aria-labelledby="case-history" className="min-w-0">
      <h3 id="case-history" className="font-semibold text-small">
        {t('notifications.cases.history')}
      </h3>
      {isEmpty && <p className="text-muted text-small">{t('notifications.cases.noHistory')}</p>}
      {shared.map(({ hash, open }) => (
        <Link key={hash} to="/moderation" search={{ image: hash } as never} className={`${textLink} block text-small`}>
          {t('notifications.cases.sameImage', { count: open })}
        </Link>
      ))}
      <Verdicts title={t('notifications.cases.onThis')} verdicts={verdicts} />
      <Verdicts title={t('notifications.cases.onImage')} verdicts={image_verdicts} />
      <Verdicts title={t('notifications.cases.onPerson')} verdicts={person_verdicts} />
      <ul className="grid text-small">
        {decisions.slice(0, 10).map(({ id, action, at, reason, by, by_name }) => (
          <li key={id} className="grid gap-0.5 border-line border-t py-1">
            <span>{findText(`audit.actions.${action.replace(/[.-]/g, '_')}`) ?? action}</span>
            {reason && <bdi className="break-words">{reason}</bdi>}
            <Author by={by} named={by_name} at={at} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Verdicts({ title, verdicts }: { readonly title: string; readonly verdicts: readonly CaseVerdict[] }) {
  const { t } = useTexts()
  if (verdicts.length === 0) return null
  return (
    <div className="mt-1 text-small">
      <h4 className="text-caption text-muted">{title}</h4>
      <ul>
        {verdicts.map(one => (
          <li key={one.id} className="grid gap-0.5 border-line border-t py-1">
            <span className={one.is_undone ? 'line-through' : undefined}>
              {t(`notifications.cases.verdict.${one.verdict}`)}
            </span>
            {one.reason && <bdi className="break-words">{one.reason}</bdi>}
            <Author by={one.by} named={one.by_name} at={one.at} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Author({ by, named, at }: { readonly by: string | null; readonly named: string; readonly at: string }) {
  const { t } = useTexts()
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
      {by ? <Person pubkey={by} named={named} size="tiny" /> : <span>{t('notifications.cases.elsewhere')}</span>}
      <time dateTime={at}>{formatDateTime(at)}</time>
    </span>
  )
}
