import { useTexts } from '../../../i18n/texts.ts'
import { AdminsCard } from './admins/admins-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor/two-factor-card.tsx'

export function SecurityPage() {
  const { t } = useTexts()
  return (
    <>
      {/* Beside the menu, which names it, the first card is level with that. */}
      <h2 className="font-semibold text-title md:sr-only">{t('profile.page.security')}</h2>
      <div className="grid items-start gap-4 3xl:grid-cols-2">
        <PasswordCard />
        <TwoFactorCard />
        <SessionsCard />
        <AdminsCard />
      </div>
    </>
  )
}
