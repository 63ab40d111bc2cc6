import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import type { useOnTheirWay } from './use-on-their-way.ts'

interface UnaskedNoteProps {
  readonly payments: ReturnType<typeof useOnTheirWay>
  /** The wallet answers. */
  readonly canAsk: boolean
}

/** Says that the wallet itself has not been asked: an empty list proves nothing then. */
export function UnaskedNote({ payments, canAsk }: UnaskedNoteProps) {
  const { t } = useTexts()
  if (payments.isWhole || payments.isReading) return null
  if (!canAsk) return <Alert kind="warning">{t('wallet.unconfirmed.silent')}</Alert>
  return (
    <Alert
      kind={payments.askError ? 'error' : 'warning'}
      action={
        <Button size="small" loading={payments.isAsking} onClick={payments.ask}>
          {t('wallet.unconfirmed.ask')}
        </Button>
      }
    >
      {payments.askError ? failureText(payments.askError) : t('wallet.unconfirmed.unasked')}
    </Alert>
  )
}
