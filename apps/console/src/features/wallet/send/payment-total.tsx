import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { Fact, FactList } from '../parts/fact-list.tsx'

interface PaymentTotalProps {
  readonly first?: ReactNode
  readonly totalSats: number | undefined
  readonly isPending: boolean
  readonly balanceSats: number | undefined
  readonly isTooMuch: boolean
  /** Coins were chosen, so the balance is not the limit. */
  readonly hasCoins: boolean
  /** Why there is no total. */
  readonly children?: ReactNode
}

export function PaymentTotal({ first, totalSats, isPending, balanceSats, ...total }: PaymentTotalProps) {
  const { t } = useTexts()
  return (
    <>
      <div aria-live="polite" className="grid gap-3">
        <FactList>
          {first}
          <Fact name={t('wallet.send.total')} strong>
            {totalSats !== undefined ? formatExactSats(totalSats) : isPending ? t('wallet.send.counting') : '–'}
          </Fact>
          <Fact name={t('wallet.send.balance')}>
            {balanceSats === undefined ? t('wallet.balance.unknown') : formatExactSats(balanceSats)}
          </Fact>
        </FactList>
        {total.children}
        {total.isTooMuch && (
          <Alert kind="error">{t(total.hasCoins ? 'wallet.coins.tooFew' : 'wallet.insufficient')}</Alert>
        )}
      </div>
      <p className="text-caption text-muted">{t('wallet.send.next')}</p>
    </>
  )
}
