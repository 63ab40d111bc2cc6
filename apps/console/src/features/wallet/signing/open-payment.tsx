import type { OpenPsbt } from '@hornets/contract/wallet/signing'
import { finishPsbt } from '@hornets/contract/wallet/spending'
import { useState } from 'react'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { Outcome } from '../paying/make-payment.ts'
import { usePayments } from '../paying/use-payments.ts'
import { CollectSignatures } from './collect-signatures.tsx'
import { useDiscard } from './use-discard.ts'

interface OpenPaymentProps {
  readonly open: OpenPsbt
  readonly onSending: (isSending: boolean) => void
  readonly onEnd: (outcome: Outcome) => void
}

export function OpenPayment({ open, onSending, onEnd }: OpenPaymentProps) {
  const { t } = useTexts()
  const payments = usePayments()
  const discarding = useDiscard()
  const refusal = useRefusal(finishPsbt)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { amount_sats, recipient_address, timestamp, missing, psbt, txid } = open

  async function send(): Promise<void> {
    setBusy(true)
    onSending(true)
    const outcome = await payments.sendSigned(psbt)
    setBusy(false)
    onSending(false)
    onEnd(outcome)
  }

  return (
    <article className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{formatExactSats(amount_sats)}</span>
        <Badge kind={missing === 0 ? 'ok' : 'warn'}>
          {missing === 0 ? t('wallet.signing.ready') : t('wallet.signing.missingShort', { count: missing })}
        </Badge>
        <span className="basis-full text-caption text-muted" title={recipient_address}>
          <span className="font-mono">{shortenMiddle(recipient_address, 12, 8)}</span> · {formatDateTime(timestamp)}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {missing === 0 && (
          <Button
            size="small"
            variant="primary"
            loading={isBusy}
            disabled={refusal !== undefined}
            onClick={() => void send()}
          >
            {t('wallet.signing.send')}
          </Button>
        )}
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'wallet.signing.hide' : 'wallet.signing.show')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          loading={discarding.discarding === txid}
          onClick={() => void discarding.discard(txid)}
        >
          {t('wallet.signing.discard')}
        </Button>
      </div>
      {isOpen && <CollectSignatures open={open} />}
    </article>
  )
}
