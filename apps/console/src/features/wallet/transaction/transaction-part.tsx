import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Failure } from '../parts/failure.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import { TransactionFacts } from './transaction-facts.tsx'
import { useTransaction } from './use-transaction.ts'

interface TransactionPartProps {
  readonly txid: string
  /** The relay's copy, shown until the wallet has reported more. */
  readonly children: ReactNode
}

export function TransactionPart({ txid, children }: TransactionPartProps) {
  const { t } = useTexts()
  const { details, mayAsk, ask, isAsking, error } = useTransaction(txid)
  return (
    <div className="grid gap-4">
      {details ? <TransactionFacts details={details} /> : children}
      {mayAsk && (
        <Button size="small" className="w-fit" loading={isAsking} onClick={ask}>
          {t('wallet.transaction.ask')}
        </Button>
      )}
      {error && !details && <Failure error={error} />}
      <ExplorerLink txid={txid} />
    </div>
  )
}
