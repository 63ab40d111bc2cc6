import { useTranslation } from 'react-i18next'
import { QrCode } from '../../../ui/qr-code.tsx'
import { CopyId } from '../copy-id.tsx'
import type { ReceivingAddress } from './address-row.tsx'
import { paymentUri, placeOf } from './payment-uri.ts'

/** One address, to be scanned or copied. */
export function AddressCode({ row: { index, address } }: { readonly row: ReceivingAddress }) {
  const { t } = useTranslation()
  const number = placeOf(index)
  return (
    <section
      aria-live="polite"
      className="grid justify-items-center gap-3 rounded-md border border-line bg-surface p-4 text-center"
    >
      <h3 className="font-semibold">{t('wallet.receive.address', { number })}</h3>
      <QrCode text={paymentUri(address)} label={t('wallet.receive.code', { number })} />
      <p className="flex items-center gap-2">
        <span className="break-all font-mono text-small">{address}</span>
        <CopyId value={address} label={t('wallet.receive.copy', { number })} />
      </p>
    </section>
  )
}
