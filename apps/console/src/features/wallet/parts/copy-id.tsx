import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

export function CopyId({ value, label }: { readonly value: string; readonly label: string }) {
  const { t } = useTexts()
  return <CopyButton value={value} label={label} onCopied={() => toast.success(t('wallet.copied'))} />
}
