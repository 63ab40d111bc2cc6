import { type Admin, changeRole, removeAdmin, revokeInvitation } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../api/calls/api.ts'
import { failureText } from '../../../../api/calls/failure-text.ts'
import { keepOwnRole } from '../../../../api/queries/account.ts'
import { leaveByChoice } from '../../../../api/session/leave.ts'
import { readSession } from '../../../../api/session/session.ts'
import { useRole } from '../../../../api/session/use-may.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Card } from '../../../../ui/content/card.tsx'
import { confirm } from '../../../../ui/overlays/confirm.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { lazy } from '../../../../ui/page/lazy.tsx'
import { useAsked } from '../../../../ui/page/use-asked.ts'
import { shortenMiddle } from '../../../../ui/text/shorten.ts'
import { profileQueries } from '../../profile-queries.ts'
import { QueryCard } from '../../query-card.tsx'
import { AdminList } from './admin-list.tsx'

const { Part: InviteDialog } = lazy(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export function AdminsCard() {
  const { t } = useTexts()
  const isOwner = useRole() === 'owner'
  if (isOwner) return <Admins />
  return <Card title={t('profile.admins.title')} description={t('profile.admins.ownersOnly')} />
}

const isSelf = ({ npub }: Admin) => npub === readSession()?.user.npub
const shownName = ({ name, npub }: Admin) => name || shortenMiddle(npub, 10, 6)

function useAdminChanges() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const handlers = {
    onError: (error: unknown) => toast.error(failureText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: profileQueries.admins.queryKey }),
  }
  const setRole = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => api.call(changeRole, { params: { id }, body: { role } }),
    onSuccess: ({ admin }) => {
      const role = t(`role.${admin.role}.name`)
      if (!isSelf(admin)) return void toast.success(t('profile.admins.roleChanged', { role }))
      if (keepOwnRole(queryClient, admin.role)) toast.success(t('profile.admins.ownRoleChanged', { role }))
    },
    onError: handlers.onError,
    onSettled: answer => (answer && isSelf(answer.admin) ? undefined : handlers.onSettled()),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Admin) => api.call(removeAdmin, { params: { id } }),
    onSuccess: (_, admin) => {
      if (isSelf(admin)) return leaveByChoice()
      toast.success(t('profile.admins.removed', { name: shownName(admin) }))
    },
    onError: handlers.onError,
    onSettled: (answer, _, admin) => (answer && isSelf(admin) ? undefined : handlers.onSettled()),
  })
  const takeBack = useMutation({
    mutationFn: (id: string) => api.call(revokeInvitation, { params: { id } }),
    onSuccess: () => toast.success(t('profile.admins.takenBack')),
    ...handlers,
  })
  const askAndRemove = async (admin: Admin) => {
    const title = t('profile.admins.removeTitle', { name: shownName(admin) })
    const text = isSelf(admin) ? t('profile.admins.removeSelfText') : t('profile.admins.removeText')
    const question = { title, text, action: t('profile.admins.remove'), danger: true }
    if (await confirm(question)) remove.mutate(admin)
  }
  const askAndSetRole = async (admin: Admin, role: Role) => {
    if (role === admin.role) return
    const title = t('profile.admins.roleTitle', { name: shownName(admin), role: t(`role.${role}.name`) })
    const text = isSelf(admin) ? t('profile.admins.roleSelfText') : t('profile.admins.roleText')
    if (await confirm({ title, text, action: t('profile.admins.changeRole') })) setRole.mutate({ id: admin.id, role })
  }
  return { askAndSetRole, askAndRemove, takeBack }
}

function Admins() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery(profileQueries.admins)
  const [inviting, setInviting] = useState(false)
  useAsked('invite', () => setInviting(true))
  const { askAndSetRole, askAndRemove, takeBack } = useAdminChanges()
  return (
    <QueryCard
      title={t('profile.admins.title')}
      description={t('profile.admins.description')}
      query={query}
      wideAside
      aside={
        <Button size="small" icon={UserPlus} onClick={() => setInviting(true)}>
          {t('profile.admins.invite')}
        </Button>
      }
    >
      {list => (
        <>
          <AdminList
            list={list}
            onRoleChange={(admin, role) => void askAndSetRole(admin, role)}
            onRemove={admin => void askAndRemove(admin)}
            takingBack={takeBack.isPending ? takeBack.variables : undefined}
            onTakeBack={id => takeBack.mutate(id)}
          />
          {inviting && (
            <InviteDialog
              onClose={() => setInviting(false)}
              onInvited={() => void queryClient.invalidateQueries({ queryKey: profileQueries.admins.queryKey })}
            />
          )}
        </>
      )}
    </QueryCard>
  )
}
