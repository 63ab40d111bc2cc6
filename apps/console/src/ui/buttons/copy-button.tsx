import { Check, Copy } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from './icon-button.tsx'
import { useCopied } from './use-copied.ts'

export interface CopyButtonProps {
  readonly value: string
  /** E.g. 'Copy public key'. */
  readonly label?: string
  /** Called once it is on the clipboard. */
  readonly onCopied?: () => void
}

export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  const { t } = useTexts()
  const [copied, copy] = useCopied()
  return (
    <IconButton
      size="small"
      icon={copied ? Check : Copy}
      label={copied ? t('ui.copied') : (label ?? t('ui.copy'))}
      onClick={() => void copy(value).then(done => done && onCopied?.())}
    />
  )
}
