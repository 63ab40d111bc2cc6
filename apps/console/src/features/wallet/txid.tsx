import { useTranslation } from 'react-i18next'
import { shortenMiddle } from '../../ui/shorten.ts'
import { CopyId } from './copy-id.tsx'

/** The id of a transaction, shortened, and whole to copy. */
export function Txid({ value }: { readonly value: string }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center font-mono text-caption">
      <span title={value}>{shortenMiddle(value, 14, 8)}</span>
      <CopyId value={value} label={t('wallet.copyTxid')} />
    </span>
  )
}
