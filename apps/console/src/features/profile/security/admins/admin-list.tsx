import type { Admin, Invitation } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { useState } from 'react'
import { readSession } from '../../../../api/session/session.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { MoreRow } from '../more-row.tsx'
import { useMore } from '../use-more.ts'
import { AdminRow } from './admin-row.tsx'
import { findAdmins } from './find-admins.ts'
import { InvitationRow } from './invitation-row.tsx'

const firstShown = 20
/** From this number on there is a search box. */
const searchedFrom = 10

interface AdminListProps {
  readonly list: { readonly admins: readonly Admin[]; readonly invitations: readonly Invitation[] }
  readonly onRoleChange: (admin: Admin, role: Role) => void
  readonly onRemove: (admin: Admin) => void
  /** Id of the invitation being revoked. */
  readonly takingBack: string | undefined
  readonly onTakeBack: (id: string) => void
}

/** Admins and invitations, the first few of each and more on demand; with a search box if there are many. */
export function AdminList({ list, onRoleChange, onRemove, takingBack, onTakeBack }: AdminListProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const self = readSession()?.user.npub
  const found = findAdmins(list, text, { self, roleName: role => t(`role.${role}.name`) })
  const admins = useMore(found.admins, firstShown)
  const invitations = useMore(found.invitations, firstShown)
  const all = list.admins.length + list.invitations.length
  const count = found.admins.length + found.invitations.length
  const owners = list.admins.filter(({ role }) => role === 'owner').length
  return (
    <>
      {all >= searchedFrom && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextField
            label={t('profile.admins.search')}
            labelHidden
            placeholder={t('profile.admins.searchHint')}
            type="search"
            value={text}
            onValueChange={setText}
            className="w-full max-w-80"
          />
          <p role="status" className="text-muted text-small tabular-nums">
            {text.trim()
              ? t('profile.admins.found', { count })
              : t('profile.admins.count', { count: list.admins.length })}
          </p>
        </div>
      )}
      <ul className="-mx-4 -mb-4 border-line border-t">
        {admins.shown.map(admin => (
          <AdminRow
            key={admin.id}
            admin={admin}
            isLastOwner={admin.role === 'owner' && owners === 1}
            onRoleChange={role => onRoleChange(admin, role)}
            onRemove={() => onRemove(admin)}
          />
        ))}
        <MoreRow more={admins.more} onMore={admins.showMore} />
        {invitations.shown.map(invitation => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            busy={takingBack === invitation.id}
            onTakeBack={() => onTakeBack(invitation.id)}
          />
        ))}
        <MoreRow more={invitations.more} onMore={invitations.showMore} />
        {count === 0 && (
          <li className="px-4 py-6 text-center text-muted text-small">{t('profile.admins.noneFound', { text })}</li>
        )}
      </ul>
    </>
  )
}
