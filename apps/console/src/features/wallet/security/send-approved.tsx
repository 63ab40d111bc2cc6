import { feeWord } from '@hornets/contract/wallet/confirmations'
import type { Approval } from '@hornets/contract/wallet/security'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import type { Outcome } from '../paying/make-payment.ts'
import type { Payments } from '../paying/use-payments.ts'
import { sessionQueries } from '../service/queries.ts'
import { approvedSpending } from './approved-spending.ts'

interface SendApprovedProps {
  readonly subject: Extract<Approval['subject'], { kind: 'payment' }>
  readonly payments: Payments
}

/** Sends an approved payment with the wallet password. */
export function SendApproved({ subject, payments }: SendApprovedProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!password || isSending) return
    setSending(true)
    // Fee and repetition were confirmed when the approval was requested.
    const done = await payments.send(approvedSpending(subject), { password, fee_word: feeWord, repeat: true })
    setSending(false)
    setPassword('')
    setOutcome(done)
    if (done.kind === 'sent') toast.success(t('wallet.result.success'))
    void queryClient.invalidateQueries({ queryKey: sessionQueries.approvals.queryKey })
  }

  return (
    <form noValidate onSubmit={event => void send(event)} className="grid gap-2">
      <TextField
        label={t('wallet.keys.password')}
        type="password"
        autoComplete="off"
        value={password}
        onValueChange={setPassword}
        suffix={
          <Button type="submit" variant="primary" disabled={!password} loading={isSending}>
            {t('wallet.security.sendNow')}
          </Button>
        }
      />
      {outcome?.kind === 'unknown' && <Alert kind="error">{t('wallet.result.check')}</Alert>}
      {outcome?.kind === 'refused' && outcome.reason && <Alert kind="error">{translateSentence(outcome.reason)}</Alert>}
    </form>
  )
}
