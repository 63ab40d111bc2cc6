import type { BodyInputOf } from '@hornets/contract/endpoint'
import { dropPsbt, makePsbt } from '@hornets/contract/wallet/spending'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cachedOfWallet } from '../../../api/cached.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CopyId } from '../copy-id.tsx'
import { Failure } from '../failure.tsx'
import { Step } from '../step.tsx'
import { wallet } from '../wallet-service.ts'
import { SignedField } from './signed-field.tsx'

interface PsbtStepProps {
  readonly request: BodyInputOf<typeof makePsbt>
  readonly onBack: () => void
  readonly onSigned: (psbt: string) => void
}

/** The payment out to the signer that holds the keys, and back in signed (BIP 174). */
export function PsbtStep({ request, onBack, onSigned }: PsbtStepProps) {
  const { t } = useTranslation()
  const [signed, setSigned] = useState('')
  const query = useQuery({
    ...cachedOfWallet(makePsbt, { body: request }),
    queryFn: ({ signal }) => wallet.call(makePsbt, { body: request, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const psbt = query.data?.psbt

  /** Whoever goes back gives it up: its coins are free for another payment. Without an answer they are kept for their hour. */
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
      {psbt && (
        <div className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2">
          <span className="min-w-0 flex-1 truncate font-mono text-caption">{psbt}</span>
          <CopyId value={psbt} label={t('wallet.psbt.copy')} />
          <Button size="small" icon={Download} onClick={() => savePsbt(psbt)}>
            {t('wallet.psbt.save')}
          </Button>
        </div>
      )}
      <SignedField value={signed} onValueChange={setSigned} />
    </Step>
  )
}

/** As a file of the bytes, which is what signers read (BIP 174). */
function savePsbt(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  saveFile('payment.psbt', bytes, 'application/octet-stream')
}
