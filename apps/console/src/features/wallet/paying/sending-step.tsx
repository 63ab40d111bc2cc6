import { useTexts } from '../../../i18n/texts.ts'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { Step } from '../parts/step.tsx'

/** While the wallet signs and broadcasts (WALLET-38). */
export function SendingStep() {
  const { t } = useTexts()
  return (
    <Step title={t('wallet.send.sending')} actions={null}>
      <Spinner />
    </Step>
  )
}
