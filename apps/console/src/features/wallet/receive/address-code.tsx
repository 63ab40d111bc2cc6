import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { readAmount } from '../money/amount.ts'
import { SatsField } from '../money/sats-field.tsx'
import { CopyId } from '../parts/copy-id.tsx'
import type { ReceivingAddress } from './address-row.tsx'
import { paymentUri, placeOf } from './payment-uri.ts'

/** More would make the code too fine to scan. */
const labelCharsMax = 60

export function AddressCode({ row: { index, address } }: { readonly row: ReceivingAddress }) {
  const { t } = useTexts()
  const [amount, setAmount] = useState('')
  const [label, setLabel] = useState('')
  const number = placeOf(index)
  const amountSats = readAmount(amount)
  const uri = paymentUri(address, { amountSats, label: label.trim() })
  return (
    <section className="grid justify-items-center gap-3 rounded-md border border-line bg-surface p-4 text-center">
      <div aria-live="polite" className="grid justify-items-center gap-3">
        <h3 className="font-semibold">{t('wallet.receive.address', { number })}</h3>
        <QrCode text={uri} label={t('wallet.receive.code', { number })} />
        <p className="flex items-center gap-2">
          <span className="break-all font-mono text-small">{address}</span>
          <CopyId value={address} label={t('wallet.receive.copy', { number })} />
        </p>
      </div>
      <div className="grid w-full gap-3 text-left sm:grid-cols-2">
        <SatsField
          label={t('wallet.receive.amount')}
          isWrong={amount.trim() !== '' && amountSats === undefined}
          value={amount}
          onValueChange={setAmount}
        />
        <TextField
          label={t('wallet.labels.label')}
          value={label}
          onValueChange={setLabel}
          maxLength={labelCharsMax}
          autoComplete="off"
        />
      </div>
      {uri !== paymentUri(address) && (
        <p className="flex w-full items-center gap-2 rounded-md bg-sunken px-3 py-1.5 text-left">
          <span className="min-w-0 flex-1 break-all font-mono text-caption">{uri}</span>
          <CopyId value={uri} label={t('wallet.receive.copyLink')} />
        </p>
      )}
      <p className="text-caption text-muted">{t('wallet.receive.asksHint')}</p>
    </section>
  )
}
