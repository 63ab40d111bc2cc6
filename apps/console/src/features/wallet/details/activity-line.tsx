import type { AnswerOf } from '@hornets/contract/endpoint'
import type { listAudit } from '@hornets/contract/wallet/sign-in'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { actionKeyOf } from './action-key.ts'

type AuditRow = AnswerOf<typeof listAudit>[number]

/** A transaction id or address instead of words. */
const isId = (detail: string) => detail.length > 32 && !detail.includes(' ')

export function ActivityLine({ row }: { readonly row: AuditRow }) {
  const { t } = useTexts()
  const { at, action, actor, detail, address, outcome } = row
  const key = actionKeyOf(action)
  return (
    <li className="grid gap-0.5 border-line border-b py-2 last:border-b-0">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="flex items-center gap-2 text-small">
          {key ? t(`wallet.activity.${key}`) : action}
          {outcome === 'refused' && <Badge kind="bad">{t('wallet.activity.refused')}</Badge>}
        </span>
        <time dateTime={at} className="text-caption text-muted">
          {formatDateTime(at)}
        </time>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-caption text-muted">
        {actor ? (
          <span className="flex items-center font-mono">
            <span title={actor}>{shortenMiddle(actor, 8, 4)}</span>
            <CopyId value={actor} label={t('wallet.activity.copyKey')} />
          </span>
        ) : (
          t('wallet.activity.nobody')
        )}
        {address && <span>{t('wallet.activity.from', { address })}</span>}
        {isId(detail) ? (
          <span className="flex items-center font-mono">
            <span title={detail}>{shortenMiddle(detail, 10, 6)}</span>
            <CopyId value={detail} label={t('wallet.activity.copyDetail')} />
          </span>
        ) : (
          detail && <span className="font-mono">{translateMessage(detail)}</span>
        )}
      </span>
    </li>
  )
}
