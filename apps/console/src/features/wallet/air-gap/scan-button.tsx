import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Sought } from './scan.ts'
import { ScanPanel } from './scan-panel.tsx'

interface ScanButtonProps {
  readonly sought: Sought
  readonly onFound: (text: string) => void
}

export function ScanButton({ sought, onFound }: ScanButtonProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const take = (text: string) => {
    setOpen(false)
    onFound(text)
  }
  if (isOpen) return <ScanPanel sought={sought} onFound={take} onClose={() => setOpen(false)} />
  return (
    <Button size="small" icon={ScanQrCode} className="w-fit" onClick={() => setOpen(true)}>
      {t('wallet.scan.start')}
    </Button>
  )
}
