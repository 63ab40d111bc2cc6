import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Ending } from '../paying/ending.tsx'
import type { Outcome } from '../paying/make-payment.ts'
import { SignedField } from '../paying/psbt/signed-field.tsx'
import { usePayments } from '../paying/use-payments.ts'

/** Accepts a signed payment after its dialog was closed. */
export function ReturnSigned({ onSending }: { readonly onSending: (isSending: boolean) => void }) {
  const { t } = useTexts()
  const payments = usePayments()
  const [psbt, setPsbt] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function send(): Promise<void> {
    setBusy(true)
    onSending(true)
    setOutcome(await payments.sendSigned(psbt))
    setBusy(false)
    onSending(false)
  }

  return (
    <>
      <p className="text-caption text-muted">{t('wallet.psbt.returnText')}</p>
      <SignedField
        value={psbt}
        onValueChange={next => {
          setPsbt(next)
          setOutcome(undefined)
        }}
      />
      <Button className="w-fit" disabled={psbt === ''} loading={isBusy} onClick={() => void send()}>
        {t('wallet.psbt.send')}
      </Button>
      {outcome && <Ending outcome={outcome} />}
    </>
  )
}
