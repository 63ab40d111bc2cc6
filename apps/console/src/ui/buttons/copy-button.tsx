import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** How long 'Copied' is shown (CONST-17). */
const copiedMs = 3000

export interface CopyButtonProps {
  readonly value: string
  /** E.g. 'Copy public key'. */
  readonly label?: string
  /** Called once it is on the clipboard. */
  readonly onCopied?: () => void
}

export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  const { t } = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      size="small"
      icon={copied ? Check : Copy}
      label={copied ? t('ui.copied') : (label ?? t('ui.copy'))}
      onClick={() =>
        void copyText(value).then(done => {
          setCopied(done)
          if (done) onCopied?.()
        })
      }
    />
  )
}
