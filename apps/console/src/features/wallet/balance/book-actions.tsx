import { Coins, Info, ShieldCheck, Zap } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useLayoutHold } from '../../../ui/page/layout-hold.ts'
import { lazy } from '../../../ui/page/lazy.tsx'
import { useWalletView } from '../service/use-wallet-view.ts'

const coins = lazy(async () => (await import('../coins/coins-dialog.tsx')).CoinsDialog)
const security = lazy(async () => (await import('../security/security-dialog.tsx')).SecurityDialog)
const lightning = lazy(async () => (await import('../lightning/connection-dialog.tsx')).ConnectionDialog)
const details = lazy(async () => (await import('../details/details-dialog.tsx')).DetailsDialog)

export function BookActions({ hasKeys }: { readonly hasKeys: boolean }) {
  const { t } = useTexts()
  const coinsView = useWalletView('coins')
  const detailsView = useWalletView('details')
  const securityView = useWalletView('security')
  const lightningView = useWalletView('lightning')
  useLayoutHold(lightningView.open || coinsView.open || detailsView.open || securityView.open)
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={Coins}
        onPointerEnter={coins.fetch}
        onClick={() => coinsView.onOpenChange(true)}
      >
        {t('wallet.coins.title')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={Info}
        onPointerEnter={details.fetch}
        onClick={() => detailsView.onOpenChange(true)}
      >
        {t('wallet.details.open')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={ShieldCheck}
        onPointerEnter={security.fetch}
        onClick={() => securityView.onOpenChange(true)}
      >
        {t('wallet.security.open')}
      </Button>
      {hasKeys && (
        <Button
          size="small"
          variant="ghost"
          className="justify-start"
          icon={Zap}
          onPointerEnter={lightning.fetch}
          onClick={() => lightningView.onOpenChange(true)}
        >
          {t('wallet.lightning.title')}
        </Button>
      )}
      {lightningView.wasOpen && <lightning.Part open={lightningView.open} onOpenChange={lightningView.onOpenChange} />}
      {securityView.wasOpen && <security.Part open={securityView.open} onOpenChange={securityView.onOpenChange} />}
      {coinsView.wasOpen && <coins.Part open={coinsView.open} onOpenChange={coinsView.onOpenChange} />}
      {detailsView.wasOpen && <details.Part open={detailsView.open} onOpenChange={detailsView.onOpenChange} />}
    </>
  )
}
