import { Coins, Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { late } from '../../../ui/late.tsx'
import { useLayoutHold } from '../../../ui/layout-hold.ts'

const coins = late(async () => (await import('../coins/coins-dialog.tsx')).CoinsDialog)
const details = late(async () => (await import('../details/details-dialog.tsx')).DetailsDialog)

/** What is looked at now and then: the coins, and the wallet itself. */
export function BookActions() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'coins' | 'details'>()
  useLayoutHold(opened !== undefined)
  // A dialogue that has been open stays, so that it can close in its own time.
  const [come, setCome] = useState<ReadonlySet<string>>(new Set())
  const dialog = (name: 'coins' | 'details') => ({
    open: opened === name,
    onOpenChange: (open: boolean) => setOpened(open ? name : undefined),
  })
  const show = (name: 'coins' | 'details') => {
    setCome(known => new Set([...known, name]))
    setOpened(name)
  }
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={Coins}
        onPointerEnter={coins.fetch}
        onClick={() => show('coins')}
      >
        {t('wallet.coins.title')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        className="justify-start"
        icon={Info}
        onPointerEnter={details.fetch}
        onClick={() => show('details')}
      >
        {t('wallet.details.open')}
      </Button>
      {come.has('coins') && <coins.Part {...dialog('coins')} />}
      {come.has('details') && <details.Part {...dialog('details')} />}
    </>
  )
}
