import { useIsRole } from '../../api/session/use-may.ts'
import { ChainTip } from '../../features/wallet/balance/chain-tip.tsx'
import { BalanceGlance } from '../../features/wallet/balance/glance.tsx'
import { BalancePanel } from '../../features/wallet/balance/panel.tsx'
import { TransactionsCard } from '../../features/wallet/history/transactions-card.tsx'
import { LightningPlace } from '../../features/wallet/lightning/lightning-place.tsx'
import { PriceCard } from '../../features/wallet/price/price-card.tsx'

/** The wallet on the desktop dashboard, above the earnings. Those who see no money see the price only. */
export function BalanceSide() {
  if (!useIsRole('operator')) return <PriceCard />
  return (
    <>
      <BalancePanel />
      <LightningPlace />
      <PriceCard />
    </>
  )
}

export { BalanceGlance as GlanceSide, ChainTip as ChainTipSide, TransactionsCard as PaymentsSide }
