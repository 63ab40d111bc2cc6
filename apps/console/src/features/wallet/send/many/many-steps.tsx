import type { Network } from '@hornets/contract/wallet/set-up'
import { type Payment, sumOfPayees } from '../../paying/payment.ts'
import type { Draft } from '../draft.ts'
import { FeeStep } from './fee-step.tsx'
import { ListStep } from './list-step.tsx'
import { PayeesStep } from './payees-step.tsx'
import type { useMany } from './use-many.ts'

interface ManyStepsProps {
  readonly step: 'list' | 'payees' | 'fee'
  readonly many: ReturnType<typeof useMany>
  readonly draft: Draft
  readonly network: Network | undefined
  readonly balanceSats: number | undefined
  readonly onDraft: (draft: Draft) => void
  readonly onStep: (step: 'address' | 'list' | 'payees' | 'fee' | 'coins') => void
  readonly onReview: (payment: Payment) => void
}

export function ManySteps({ step, many, draft, network, balanceSats, onDraft, onStep, onReview }: ManyStepsProps) {
  if (step === 'list')
    return (
      <ListStep
        text={many.text}
        unit={many.unit}
        hasRate={many.hasRate}
        onChange={many.type}
        onBack={() => onStep('address')}
        onContinue={() => {
          many.read()
          onStep('payees')
        }}
      />
    )
  if (step === 'payees')
    return (
      <PayeesStep
        rows={many.rows}
        network={network}
        balanceSats={balanceSats}
        onRows={many.setRows}
        onBack={() => onStep('list')}
        onContinue={() => {
          // Coins are chosen for the sum.
          onDraft({ ...draft, amount: String(sumOfPayees(many.payees)), sendAll: false })
          onStep('fee')
        }}
      />
    )
  return (
    <FeeStep
      payees={many.payees}
      balanceSats={balanceSats}
      draft={draft}
      onDraft={onDraft}
      onBack={() => onStep('payees')}
      onChooseCoins={() => onStep('coins')}
      onContinue={onReview}
    />
  )
}
