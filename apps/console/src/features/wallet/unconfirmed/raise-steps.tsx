import type { PendingTransaction } from '@hornets/contract/admin/wallet'
import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import type { Outcome } from '../paying/make-payment.ts'
import { PsbtStep } from '../paying/psbt/psbt-step.tsx'
import { ResultStep } from '../paying/result-step.tsx'
import { SendingStep } from '../paying/sending-step.tsx'
import type { ReplacementChoice, Spending } from '../paying/spending.ts'
import { type DialogStatus, useDialogStatus } from '../paying/use-dialog-status.ts'
import type { Payments } from '../paying/use-payments.ts'
import { sessionQueries } from '../service/queries.ts'
import { useOwnerRefusal } from '../service/use-owner-refusal.ts'
import { useWalletState } from '../service/use-wallet-state.ts'
import type { IncomingRow } from './incoming.ts'
import { OnItsWay } from './on-its-way.tsx'
import { ReplaceForm } from './replace-form.tsx'
import { SpeedUpForm } from './speed-up-form.tsx'

type Doing =
  | { readonly what: ReplacementChoice; readonly row: PendingTransaction }
  | { readonly what: 'speedUp'; readonly row: IncomingRow }

type At =
  | { readonly step: 'list' | 'sending' }
  | { readonly step: 'form'; readonly doing: Doing }
  | { readonly step: 'psbt'; readonly doing: Doing; readonly spending: Spending; readonly confirmed: Confirmed }
  | {
      readonly step: 'result'
      readonly doing: Doing
      readonly spending: Spending
      readonly outcome: Outcome
      readonly again: () => void
    }

interface RaiseStepsProps {
  readonly payments: Payments
  readonly onStatus: (status: DialogStatus) => void
  readonly onClose: () => void
}

export function RaiseSteps({ payments, onStatus, onClose }: RaiseStepsProps) {
  const { t } = useTexts()
  const { presence } = useWalletState()
  const refusal = useOwnerRefusal()
  const [at, setAt] = useState<At>({ step: 'list' })
  const [isEntered, setEntered] = useState(false)
  const status = at.step === 'sending' ? 'sending' : at.step === 'form' && isEntered ? 'entered' : 'nothing'
  useDialogStatus(status, onStatus)

  async function send(doing: Doing, spending: Spending, how: () => Promise<Outcome>): Promise<void> {
    setAt({ step: 'sending' })
    const outcome = await how()
    setAt({ step: 'result', doing, spending, outcome, again: () => void send(doing, spending, how) })
  }

  switch (at.step) {
    case 'list':
      return (
        <OnItsWay
          canSpend={(presence === 'ready' || presence === 'locked') && refusal === undefined}
          refusal={refusal}
          onReplace={(row, what) => setAt({ step: 'form', doing: { what, row } })}
          onSpeedUp={row => setAt({ step: 'form', doing: { what: 'speedUp', row } })}
        />
      )
    case 'form':
      return (
        <Form
          doing={at.doing}
          onAt={setAt}
          onEntered={setEntered}
          onSend={(spending, confirmed) => void send(at.doing, spending, () => payments.send(spending, confirmed))}
        />
      )
    case 'psbt':
      return (
        <PsbtStep
          request={{ ...at.spending.request, ...at.confirmed }}
          onBack={() => setAt({ step: 'form', doing: at.doing })}
          onSigned={psbt => void send(at.doing, at.spending, () => payments.sendSigned(psbt, at.spending.record))}
        />
      )
    case 'sending':
      return <SendingStep />
    case 'result':
      return (
        <ResultStep
          outcome={at.outcome}
          amountSats={at.spending.amountSats}
          recipient={at.spending.recipient}
          texts={textsOf(at.doing, t)}
          onClose={onClose}
          onBack={() => setAt({ step: 'form', doing: at.doing })}
          onRetry={at.again}
          onShowUnconfirmed={() => setAt({ step: 'list' })}
        />
      )
  }
}

interface FormProps {
  readonly doing: Doing
  readonly onAt: (at: At) => void
  readonly onEntered: (isEntered: boolean) => void
  readonly onSend: (spending: Spending, confirmed: Confirmed) => void
}

function Form({ doing, onAt, onEntered, onSend }: FormProps) {
  const { data: account } = useQuery(sessionQueries.account)
  const isWatching = account?.watch_only
  const { balanceSats, presence } = useWalletState()
  const parts = {
    isLocked: presence === 'locked',
    isWatching,
    onEntered: () => onEntered(true),
    onCancel: () => {
      onEntered(false)
      onAt({ step: 'list' })
    },
    onSend: (spending: Spending, confirmed: Confirmed) =>
      isWatching ? onAt({ step: 'psbt', doing, spending, confirmed }) : onSend(spending, confirmed),
  }
  if (doing.what === 'speedUp') return <SpeedUpForm {...parts} row={doing.row} />
  const { txid, amount, timestamp } = doing.row
  const speedUp = { what: 'speedUp', row: { txid, sats: amount, date: timestamp } } as const
  return (
    <ReplaceForm
      {...parts}
      row={doing.row}
      choice={doing.what}
      balanceSats={balanceSats}
      onSpeedUp={() => onAt({ step: 'form', doing: speedUp })}
    />
  )
}

function textsOf({ what }: Doing, t: Translate) {
  if (what === 'speedUp')
    return {
      refused: t('wallet.speedUp.refused'),
      unknown: t('wallet.speedUp.networkError'),
      unrecorded: t('wallet.send.unrecorded'),
    }
  return {
    refused: t('wallet.replace.refused'),
    unknown: t('wallet.replace.networkError'),
    unrecorded: t('wallet.replace.unrecorded'),
  }
}
