import type { DeliveryAttempt } from '@hornets/contract/admin/notifications/delivery'
import { useTexts } from '../../../i18n/texts.ts'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { useFailureWords } from './use-failure-words.ts'

export function AttemptList({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  const { t } = useTexts()
  const wordsOf = useFailureWords()
  return (
    <ol className="grid gap-1 pb-1 text-caption">
      {attempts.map(({ at, took, failure }) => (
        <li key={at} className="flex flex-wrap gap-x-2">
          <span className="text-muted tabular-nums">{formatDateTime(at)}</span>
          <span className={failure ? 'break-words text-bad' : undefined}>
            {failure
              ? wordsOf(failure)
              : t('profile.delivery.delivered', { seconds: formatNumber(took / 1000, { maximumFractionDigits: 1 }) })}
          </span>
        </li>
      ))}
    </ol>
  )
}
