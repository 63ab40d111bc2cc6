import { useTexts } from '../../../i18n/texts.ts'
import { TransactionLink } from '../transaction/transaction-link.tsx'
import { CopyId } from './copy-id.tsx'

export function Txid({ value }: { readonly value: string }) {
  const { t } = useTexts()
  return (
    <span className="flex items-center font-mono text-caption">
      <TransactionLink txid={value} />
      <CopyId value={value} label={t('wallet.copyTxid')} />
    </span>
  )
}
