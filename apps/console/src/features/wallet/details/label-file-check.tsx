import type { AnswerOf } from '@hornets/contract/endpoint'
import type { importLabels } from '@hornets/contract/wallet/addresses'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'

export type LabelFileCounts = AnswerOf<typeof importLabels>

interface LabelFileCheckProps {
  readonly counts: LabelFileCounts
  readonly isBusy: boolean
  readonly onTake: () => void
  readonly onCancel: () => void
}

/** A label file's changes, before they are applied. */
export function LabelFileCheck({ counts, isBusy, onTake, onCancel }: LabelFileCheckProps) {
  const { t } = useTexts()
  const { imported, kept, released, ignored } = counts
  const passedOver = ignored > 0 && t('wallet.labels.ignored', { count: ignored })
  if (imported + kept + released === 0)
    return <Alert>{[t('wallet.labels.nothingToTake'), passedOver].filter(Boolean).join(' ')}</Alert>
  return (
    <Alert>
      <p>{t('wallet.labels.check')}</p>
      <ul className="list-disc ps-5">
        {imported > 0 && <li>{t('wallet.labels.toSet', { count: imported })}</li>}
        {kept > 0 && <li>{t('wallet.labels.toKeep', { count: kept })}</li>}
        {released > 0 && <li>{t('wallet.labels.toRelease', { count: released })}</li>}
      </ul>
      {passedOver && <p className="mt-1">{passedOver}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" variant="primary" loading={isBusy} onClick={onTake}>
          {t('wallet.labels.apply')}
        </Button>
        <Button size="small" variant="ghost" disabled={isBusy} onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </Alert>
  )
}
