import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import type { Account } from './account-facts.tsx'
import { gapStatus } from './gap-status.ts'

export function GapNote({ gap }: { readonly gap: Account['gap'] }) {
  const { t } = useTexts()
  const status = gapStatus(gap)
  const figures = {
    limit: formatNumber(gap.limit),
    unused: formatNumber(gap.unused),
    widest: formatNumber(Math.max(gap.unused, gap.widest)),
  }
  return (
    <>
      <p className="text-small tabular-nums">{t('wallet.gap.figures', figures)}</p>
      {status === 'fine' ? (
        <p className="text-caption text-muted">{t('wallet.gap.text')}</p>
      ) : (
        <Alert kind="warning" title={t(`wallet.gap.${status}`)}>
          {t(`wallet.gap.${status}Text`, figures)}
        </Alert>
      )}
    </>
  )
}
