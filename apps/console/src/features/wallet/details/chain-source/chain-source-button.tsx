import { useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useLayoutHold } from '../../../../ui/page/layout-hold.ts'
import { useOwnerRefusal } from '../../service/use-owner-refusal.ts'
import { ChainSourceDialog } from './chain-source-dialog.tsx'

export function ChainSourceButton() {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  useLayoutHold(isOpen)
  if (useOwnerRefusal() !== undefined) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('wallet.chainSource.open')}
      </Button>
      <ChainSourceDialog open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
