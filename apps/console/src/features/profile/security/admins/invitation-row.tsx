import type { Invitation } from '@hornets/contract/admin/accounts/admins'
import { Mail } from 'lucide-react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'

interface InvitationRowProps {
  readonly invitation: Invitation
  readonly busy: boolean
  readonly onTakeBack: () => void
}

export function InvitationRow({ invitation: { email, role, expiresAt }, busy, onTakeBack }: InvitationRowProps) {
  const { t } = useTexts()
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-3 last:border-b-0">
      <Mail size={20} className="flex-none self-start text-muted" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate">{email || t('profile.admins.byLink')}</span>
            <Badge>{t(`role.${role}.name`)}</Badge>
          </p>
          <p className="text-caption text-muted">{t('profile.admins.waits', { when: formatDateTime(expiresAt) })}</p>
        </div>
        <Button size="small" loading={busy} onClick={onTakeBack}>
          {t('profile.admins.takeBack')}
        </Button>
      </div>
    </li>
  )
}
