import { useTexts } from '../../../i18n/texts.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** Copies an address or an id and confirms it (WALLET-64, WALLET-67). */
export function CopyId({ value, label }: { readonly value: string; readonly label: string }) {
  const { t } = useTexts()
  return <CopyButton value={value} label={label} onCopied={() => toast.success(t('wallet.copied'))} />
}
