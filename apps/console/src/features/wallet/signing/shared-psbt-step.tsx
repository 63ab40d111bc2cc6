import type { BodyInputOf } from '@hornets/contract/endpoint'
import type { makePsbt } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Failure } from '../parts/failure.tsx'
import { Step } from '../parts/step.tsx'
import { usePsbt } from '../paying/psbt/use-psbt.ts'
import { sessionQueries } from '../service/queries.ts'
import { CollectSignatures } from './collect-signatures.tsx'
import { useDiscard } from './use-discard.ts'

interface SharedPsbtStepProps {
  readonly request: BodyInputOf<typeof makePsbt>
  readonly onBack: () => void
  readonly onSigned: (psbt: string) => void
}

/** Passes the payment to the account's signers in turn, until enough have signed. */
export function SharedPsbtStep({ request, onBack, onSigned }: SharedPsbtStepProps) {
  const { t } = useTexts()
  const made = usePsbt(request)
  const list = useQuery({ ...sessionQueries.openPsbts, enabled: made.data !== undefined, refetchOnMount: 'always' })
  const { discard, discarding } = useDiscard()
  const open = list.data?.find(({ txid }) => txid === made.data?.txid)
  const failed = made.error ? made : list

  async function giveUp(): Promise<void> {
    if (!open || (await discard(open.txid))) onBack()
  }

  return (
    <Step
      title={t('wallet.signing.title')}
      actions={
        <>
          <Button onClick={() => void giveUp()} loading={discarding !== undefined}>
            {t(open ? 'wallet.signing.discard' : 'wallet.back')}
          </Button>
          <Button
            variant="primary"
            disabled={open === undefined || open.missing > 0}
            onClick={() => open && onSigned(open.psbt)}
          >
            {t('wallet.signing.send')}
          </Button>
        </>
      }
    >
      <p className="text-muted text-small">{t('wallet.signing.text')}</p>
      {failed.error && (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      )}
      {!open && !failed.error && <Skeleton className="h-24" />}
      {open && <CollectSignatures open={open} />}
    </Step>
  )
}
