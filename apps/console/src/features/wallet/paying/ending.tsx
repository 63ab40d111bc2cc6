import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { Txid } from '../parts/txid.tsx'
import type { Outcome } from './make-payment.ts'

export function Ending({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTexts()
  if (outcome.kind === 'sent') {
    const isHeldUp = outcome.isPending && outcome.reason !== undefined
    return (
      <>
        <Alert
          kind={isHeldUp ? 'warning' : 'success'}
          title={t(isHeldUp ? 'wallet.result.heldUp' : 'wallet.result.success')}
        >
          <Txid value={outcome.txid} />
          {outcome.isPending && (outcome.reason ? translateSentence(outcome.reason) : t('wallet.result.pending'))}
        </Alert>
        {!outcome.isRecorded && (
          <Alert kind="warning" title={t('wallet.send.unrecorded')}>
            {t('wallet.result.unrecorded')}
          </Alert>
        )}
      </>
    )
  }
  const isUnknown = outcome.kind === 'unknown'
  return (
    <Alert kind="error" title={t(isUnknown ? 'wallet.send.networkError' : 'wallet.send.refused')}>
      {outcome.reason && translateSentence(outcome.reason)}
      {isUnknown && ` ${t('wallet.result.check')}`}
    </Alert>
  )
}
