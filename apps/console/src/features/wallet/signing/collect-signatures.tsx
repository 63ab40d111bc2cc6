import type { OpenPsbt } from '@hornets/contract/wallet/signing'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { PsbtOut } from '../air-gap/psbt-out.tsx'
import { Failure } from '../parts/failure.tsx'
import { SignedField } from '../paying/psbt/signed-field.tsx'
import { SignerList } from './signer-list.tsx'
import { useAddSignatures } from './use-add-signatures.ts'

/** Passes a payment to one signer after another and collects signatures. */
export function CollectSignatures({ open }: { readonly open: OpenPsbt }) {
  const { t } = useTexts()
  const [given, setGiven] = useState('')
  const adding = useAddSignatures(open.txid)
  const change = (text: string) => {
    setGiven(text)
    adding.reset()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SignerList open={open} />
      <PsbtOut psbt={open.psbt} />
      {open.missing > 0 && (
        <div className="grid gap-2">
          <SignedField value={given} onValueChange={change} />
          {adding.error && <Failure error={adding.error} />}
          {adding.data?.added === 0 && <Alert>{t('wallet.signing.nothingNew')}</Alert>}
          <Button
            className="w-fit"
            disabled={given === ''}
            loading={adding.isPending}
            onClick={() => adding.mutate(given, { onSuccess: () => setGiven('') })}
          >
            {t('wallet.signing.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
