import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { Fact, FactList } from '../parts/fact-list.tsx'
import { Step } from '../parts/step.tsx'
import type { Outcome } from './make-payment.ts'
import { resultRecipient, resultTxid } from './truncate.ts'

interface ResultStepProps {
  readonly outcome: Outcome
  readonly amountSats: number
  readonly recipient: string
  /** Number of payees, if several. */
  readonly payees?: number | undefined
  /** Texts for a refusal, a missing answer, and a failed record. */
  readonly texts: { readonly refused: string; readonly unknown: string; readonly unrecorded: string }
  readonly onClose: () => void
  /** Back to the input. */
  readonly onBack: () => void
  /** Tries again under the same key. */
  readonly onRetry: () => void
  /** Another payment instead of one without an answer, if that could be paid twice. */
  readonly onNew?: (() => void) | undefined
  readonly onShowUnconfirmed: () => void
}

export function ResultStep(props: ResultStepProps) {
  return props.outcome.kind === 'sent' ? <Sent {...props} outcome={props.outcome} /> : <Failed {...props} />
}

function Whom({ recipient, payees = 1 }: Pick<ResultStepProps, 'recipient' | 'payees'>) {
  const { t } = useTexts()
  if (payees > 1) return <Fact name={t('wallet.send.recipient')}>{t('wallet.many.count', { count: payees })}</Fact>
  return (
    <Fact name={t('wallet.send.recipient')} mono title={recipient}>
      {resultRecipient(recipient)}
    </Fact>
  )
}

type SentOutcome = Extract<Outcome, { kind: 'sent' }>

function Sent(props: ResultStepProps & { readonly outcome: SentOutcome }) {
  const { outcome, amountSats, texts, onClose, onShowUnconfirmed } = props
  const { t } = useTexts()
  // The network said why it does not have it: the user may have to act.
  const isHeldUp = outcome.isPending && outcome.reason !== undefined
  return (
    <Step
      title={t(isHeldUp ? 'wallet.result.heldUp' : 'wallet.result.success')}
      actions={
        <>
          {isHeldUp && <Button onClick={onShowUnconfirmed}>{t('wallet.actions.unconfirmed')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t('wallet.result.done')}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-3">
        {isHeldUp ? (
          <Hourglass size={28} className="flex-none text-warn" />
        ) : (
          <CircleCheck size={28} className="flex-none text-ok" />
        )}
        <span className="font-semibold text-title tabular-nums">{formatExactSats(amountSats)}</span>
      </p>
      <FactList>
        <Whom {...props} />
        {outcome.cost && (
          <Fact name={t('wallet.fees.title')}>
            {formatExactSats(outcome.cost.feeSats)}
            <span className="block text-caption text-muted">
              {t('wallet.picture.size', {
                vbytes: formatNumber(outcome.cost.vbytes),
                rate: formatNumber(outcome.cost.feeSats / outcome.cost.vbytes, { maximumFractionDigits: 2 }),
              })}
            </span>
          </Fact>
        )}
        <Fact name={t('wallet.result.txid')} mono title={outcome.txid}>
          {resultTxid(outcome.txid)}
          <CopyId value={outcome.txid} label={t('wallet.copyTxid')} />
        </Fact>
      </FactList>
      {outcome.isPending && (
        <Alert kind={isHeldUp ? 'warning' : 'info'}>
          {outcome.reason ? translateSentence(outcome.reason) : t('wallet.result.pending')}
        </Alert>
      )}
      {!outcome.isRecorded && (
        <Alert kind="warning" title={texts.unrecorded}>
          {t('wallet.result.unrecorded')}
        </Alert>
      )}
    </Step>
  )
}

/** Nothing was paid: another owner must sign first. */
function Waiting({ onClose }: Pick<ResultStepProps, 'onClose'>) {
  const { t } = useTexts()
  return (
    <Step
      title={t('wallet.result.waiting')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('wallet.result.done')}
        </Button>
      }
    >
      <p className="flex items-start gap-3">
        <Hourglass size={28} className="flex-none text-warn" />
        {t('wallet.result.waitingText')}
      </p>
    </Step>
  )
}

function Failed(props: ResultStepProps) {
  const { outcome, amountSats, texts, onBack, onRetry, onNew, onShowUnconfirmed } = props
  const { t } = useTexts()
  const isUnknown = outcome.kind === 'unknown'
  const reason = outcome.kind === 'sent' ? undefined : outcome.reason
  if (reason?.message === walletMessages.approvalAsked) return <Waiting onClose={props.onClose} />
  return (
    <Step
      title={t('wallet.result.failed')}
      actions={
        isUnknown ? (
          <>
            {onNew && (
              <Button variant="ghost" onClick={onNew}>
                {t('wallet.result.new')}
              </Button>
            )}
            <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>
            <Button variant="primary" onClick={onShowUnconfirmed}>
              {t('wallet.actions.unconfirmed')}
            </Button>
          </>
        ) : (
          <Button onClick={onBack}>{t('wallet.back')}</Button>
        )
      }
    >
      <div role="alert" className="flex items-start gap-3">
        <CircleX size={28} className="flex-none text-bad" />
        <div className="grid gap-1">
          <p className="font-semibold">{isUnknown ? texts.unknown : texts.refused}</p>
          {reason && <p className="text-small">{translateSentence(reason)}</p>}
          <p className="text-muted text-small">{t(isUnknown ? 'wallet.result.check' : 'wallet.result.anew')}</p>
        </div>
      </div>
      {isUnknown && (
        <FactList>
          <Fact name={t('wallet.send.amount')}>{formatExactSats(amountSats)}</Fact>
          <Whom {...props} />
        </FactList>
      )}
    </Step>
  )
}
