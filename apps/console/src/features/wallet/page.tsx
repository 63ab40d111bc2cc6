import { useTexts } from '../../i18n/texts.ts'
import { BalanceHistoryCard } from './balance/history-card.tsx'
import { BalancePanel } from './balance/panel.tsx'
import { TransactionsCard } from './history/transactions-card.tsx'
import { LightningPlace } from './lightning/lightning-place.tsx'
import { PriceCard } from './price/price-card.tsx'

export function WalletPage() {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-1 content-start gap-4 md:grid-cols-2">
      <h1 className="font-semibold text-title md:col-span-2">{t('shell.nav.wallet')}</h1>
      <BalancePanel />
      <div className="flex flex-col gap-4 *:last:flex-1">
        <LightningPlace />
        <PriceCard />
      </div>
      <div className="grid gap-4 md:col-span-2">
        <BalanceHistoryCard />
        <TransactionsCard />
      </div>
    </div>
  )
}
