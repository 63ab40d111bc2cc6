import type { BodyInputOf } from '@hornets/contract/endpoint'
import { dropPsbt, type makePsbt } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../../ui/states/skeleton.tsx'
import { PsbtOut } from '../../air-gap/psbt-out.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Step } from '../../parts/step.tsx'
import { sessionQueries } from '../../service/queries.ts'
import { wallet } from '../../service/wallet-service.ts'
import { SharedPsbtStep } from '../../signing/shared-psbt-step.tsx'
import { SignedField } from './signed-field.tsx'
import { usePsbt } from './use-psbt.ts'

interface PsbtStepProps {
  readonly request: BodyInputOf<typeof makePsbt>
  readonly onBack: () => void
  readonly onSigned: (psbt: string) => void
}

/** Exports the payment for signing elsewhere, and imports it signed (BIP 174). */
export function PsbtStep(props: PsbtStepProps) {
  const { data: account } = useQuery(sessionQueries.account)
  return account?.shared ? <SharedPsbtStep {...props} /> : <OneSignerStep {...props} />
}

function OneSignerStep({ request, onBack, onSigned }: PsbtStepProps) {
  const { t } = useTexts()
  const [signed, setSigned] = useState('')
  const query = usePsbt(request)

  /** Going back discards it: its coins are free again. If that fails, they stay reserved for an hour. */
  function giveUp(): void {
    if (query.data) wallet.call(dropPsbt, { body: { txid: query.data.txid } }).catch(() => undefined)
    onBack()
  }

  return (
    <Step
      title={t('wallet.psbt.title')}
      actions={
        <>
          <Button onClick={giveUp}>{t('wallet.back')}</Button>
          <Button variant="primary" disabled={signed === ''} onClick={() => onSigned(signed)}>
            {t('wallet.psbt.send')}
          </Button>
        </>
      }
    >
      <p className="text-muted text-small">{t('wallet.psbt.text')}</p>
      {query.isPending && <Skeleton className="h-24" />}
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {query.data && <PsbtOut psbt={query.data.psbt} />}
      <SignedField value={signed} onValueChange={setSigned} />
    </Step>
  )
}
