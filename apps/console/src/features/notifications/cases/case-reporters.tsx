import type { CaseReporter } from '@hornets/contract/admin/notifications/cases'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { useReportType } from '../reports/use-report-type.ts'

export function CaseReporters({ reporters }: { readonly reporters: readonly CaseReporter[] }) {
  const { t } = useTexts()
  const typeText = useReportType()
  if (reporters.length === 0) return null
  return (
    <section aria-labelledby="case-reporters" className="min-w-0">
      <h3 id="case-reporters" className="font-semibold text-small">
        {t('notifications.cases.reportedBy')}
      </h3>
      <ul className="grid gap-2 text-small">
        {reporters.map(one => (
          <li key={one.pubkey} className="grid min-w-0 gap-0.5 border-line border-t pt-2">
            <p className="flex min-w-0 flex-wrap items-center gap-1">
              <Person pubkey={one.pubkey} size="tiny" />
              <Badge>{typeText(one.type)}</Badge>
              {one.is_label && <Badge>{t('notifications.cases.cause.label')}</Badge>}
              {one.status.map(status => (
                <Badge key={status} kind={status === 'blocked' ? 'bad' : 'neutral'}>
                  {t(`people.status.${status}`)}
                </Badge>
              ))}
            </p>
            {one.text && (
              <p dir="auto" className="line-clamp-3 break-words wrap-anywhere">
                {one.text}
              </p>
            )}
            {one.cases > 1 && (
              <Link to="/moderation" search={{ reporter: one.pubkey } as never} className={`${textLink} w-fit`}>
                {t('notifications.cases.casesOf', { count: one.cases })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
