import { LockKeyhole } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** In place of the wallet page for roles that see no money. */
export function MoneyRefused() {
  const { t } = useTexts()
  return (
    <div className="grid content-start gap-4">
      <h1 className="font-semibold text-title">{t('shell.nav.wallet')}</h1>
      <div className="rounded-md border border-line bg-surface">
        <EmptyState icon={LockKeyhole} title={t('wallet.refused.title')} text={t('wallet.refused.text')} />
      </div>
    </div>
  )
}
