import type { Admin } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { messages } from '@hornets/contract/messages'
import { Trash2 } from 'lucide-react'
import { npubOf } from '../../../../api/signers/pubkey.ts'
import { translateMessage, useTexts } from '../../../../i18n/texts.ts'
import { Person } from '../../../../person/person.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Badge } from '../../../../ui/states/badge.tsx'
import { formatRelative } from '../../../../ui/text/format.ts'
import { shortenMiddle } from '../../../../ui/text/shorten.ts'
import { roles } from './roles.ts'

interface AdminRowProps {
  readonly admin: Admin
  /** Then neither role nor admin can be changed. */
  readonly isLastOwner: boolean
  readonly onRoleChange: (role: Role) => void
  readonly onRemove: () => void
}

export function AdminRow({ admin, isLastOwner, onRoleChange, onRemove }: AdminRowProps) {
  const { t } = useTexts()
  const npub = npubOf(admin.npub)
  const name = admin.name || shortenMiddle(npub, 10, 6)
  const seen = admin.lastUsedAt
    ? t('profile.admins.seen', { when: formatRelative((Date.parse(admin.lastUsedAt) - Date.now()) / 1000) })
    : t('profile.admins.neverSeen')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-44">
        <Person pubkey={admin.npub} named={admin.name} copies />
        <p className="mt-1 flex flex-wrap items-center gap-2 pl-10 text-caption text-muted">
          {seen}
          {admin.twoFactor && <Badge kind="ok">{t('profile.admins.twoFactor')}</Badge>}
        </p>
      </div>
      <Select
        label={t('profile.admins.roleOf', { name })}
        labelHidden
        value={admin.role}
        disabled={isLastOwner}
        onValueChange={onRoleChange}
        choices={roles.map(role => ({ value: role, label: t(`role.${role}.name`) }))}
        className="min-w-36 flex-1 sm:w-36 sm:flex-none"
      />
      <IconButton
        icon={Trash2}
        label={isLastOwner ? translateMessage(messages.lastOwner) : t('profile.admins.removeOne', { name })}
        disabled={isLastOwner}
        onClick={onRemove}
      />
    </li>
  )
}
