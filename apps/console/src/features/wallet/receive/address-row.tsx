import { QrCode } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { LabelEdit } from '../labels/label-edit.tsx'
import type { Labels } from '../labels/use-labels.ts'
import { CopyId } from '../parts/copy-id.tsx'
import { placeOf } from './payment-uri.ts'

export interface ReceivingAddress {
  readonly index: string
  readonly address: string
  readonly used?: boolean
  readonly label?: string
}

interface AddressRowProps {
  readonly row: ReceivingAddress
  readonly labels: Labels
  /** Labels are read-only. */
  readonly readOnly: boolean
  readonly onShow: () => void
}

export function AddressRow({ row: { index, address, used, label }, labels, readOnly, onShow }: AddressRowProps) {
  const { t } = useTexts()
  const number = placeOf(index)
  return (
    <div className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 text-small">
          <span className="font-semibold">{t('wallet.receive.address', { number })}</span>
          {used && <Badge>{t('wallet.receive.used')}</Badge>}
          <LabelEdit
            {...{ labels, readOnly }}
            type="addr"
            of={address}
            what={t('wallet.labels.address', { number })}
            reported={label}
          />
        </div>
        <p className="break-all font-mono text-caption text-muted">{address}</p>
      </div>
      <IconButton size="small" icon={QrCode} label={t('wallet.receive.showCode', { number })} onClick={onShow} />
      <CopyId value={address} label={t('wallet.receive.copy', { number })} />
    </div>
  )
}
