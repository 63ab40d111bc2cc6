import type { PersonDecision } from '@hornets/contract/admin/accounts/people'
import { findText, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

export function Decisions({ decisions }: { readonly decisions: readonly PersonDecision[] }) {
  const { t } = useTexts()
  if (decisions.length === 0) return <p className="text-muted text-small">{t('people.one.noDecisions')}</p>
  return (
    <ol className="mt-2 grid gap-3 text-small">
      {decisions.map(decision => (
        <li key={decision.id} className="grid gap-0.5 border-line border-t pt-2">
          <p className="font-semibold">{actionOf(decision.action)}</p>
          {decision.reason && <p className="break-words">{decision.reason}</p>}
          {decision.expires_at && (
            <p className="text-muted">{t('people.one.until', { time: formatDateTime(decision.expires_at) })}</p>
          )}
          <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
            {decision.by ? (
              <Person pubkey={decision.by} named={decision.by_name} size="tiny" />
            ) : (
              <bdi>{decision.by_name || t('people.one.unknownAdmin')}</bdi>
            )}
            <time dateTime={decision.at}>{formatDateTime(decision.at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

const actionOf = (action: string) => findText(`audit.actions.${action.replace(/[.-]/g, '_')}`) ?? action
