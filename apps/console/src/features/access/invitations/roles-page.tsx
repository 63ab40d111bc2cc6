import {
  deleteMemberRole,
  giveMemberRole,
  listMemberRoles,
  type MemberRole,
  saveMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Tags, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { cached } from '../../../api/queries/cached.ts'
import { useIsRole, useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { MethodGrants } from './method-grants.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RolePeopleDialog } from './role-people-dialog.tsx'
import { RoleSwatch } from './role-swatch.tsx'
import { useAttempt } from './use-attempt.ts'

type Opened = { readonly what: 'edit'; readonly role?: MemberRole } | { readonly what: 'people'; readonly id: string }

/** What clients show beside members' names (NIP-43), and which methods of NIP-86 single keys can call. */
export function RolesPage() {
  const { t } = useTexts()
  const [opened, setOpened] = useState<Opened>()
  const refusal = useRefusal(saveMemberRole)
  const isOwner = useIsRole('owner')
  const query = useQuery({
    ...cached(listMemberRoles),
    queryFn: async ({ signal }) => (await api.call(listMemberRoles, { signal })).roles,
  })
  const roles = query.data ?? []
  const close = () => setOpened(undefined)
  const people = opened?.what === 'people' ? roles.find(({ id }) => id === opened.id) : undefined
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4">
      <h1 className="font-semibold text-title">{t('access.tabs.roles')}</h1>
      <Card
        title={t('access.roles.title')}
        description={t('access.roles.text')}
        aside={
          <Button
            variant="primary"
            icon={Tags}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => setOpened({ what: 'edit' })}
          >
            {t('access.roles.new')}
          </Button>
        }
        wideAside
      >
        {query.isPending && <RowsSkeleton rows={3} className="h-9" />}
        {query.error && !query.data && (
          <ErrorState
            message={formFailureText(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.data && roles.length === 0 && (
          <EmptyState icon={Tags} title={t('access.roles.none')} text={t('access.roles.noneText')} />
        )}
        {roles.length > 0 && (
          <RoleTable
            roles={roles}
            isFixed={refusal !== undefined}
            onEdit={role => setOpened({ what: 'edit', role })}
            onPeople={({ id }) => setOpened({ what: 'people', id })}
          />
        )}
      </Card>
      {isOwner && <MethodGrants />}
      {opened?.what === 'edit' && <RoleDialog role={opened.role} taken={roles.map(({ id }) => id)} onClose={close} />}
      {people && <RolePeopleDialog role={people} onClose={close} />}
    </div>
  )
}

interface RoleTableProps {
  readonly roles: readonly MemberRole[]
  /** This user can give and take roles, but not change them. */
  readonly isFixed: boolean
  readonly onEdit: (role: MemberRole) => void
  readonly onPeople: (role: MemberRole) => void
}

const keysAtOnce = 300

function RoleTable({ roles, isFixed, onEdit, onPeople }: RoleTableProps) {
  const { t } = useTexts()
  const attempt = useAttempt()

  async function bringBack({ keys, ...role }: MemberRole): Promise<void> {
    await api.call(saveMemberRole, { body: role })
    for (let start = 0; start < keys.length; start += keysAtOnce) {
      const pubkeys = keys.slice(start, start + keysAtOnce)
      await api.call(giveMemberRole, { params: { id: role.id }, body: { pubkeys } })
    }
  }
  const remove = (role: MemberRole) =>
    attempt(() => api.call(deleteMemberRole, { params: { id: role.id } }), {
      text: t('access.roles.deleted'),
      undo: () => bringBack(role),
    })
  return (
    <Table caption={t('access.roles.title')} inCard>
      <TableHead>
        <HeadCell>{t('access.roles.label')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.roles.description')}</HeadCell>
        <HeadCell numeric className="max-md:hidden">
          {t('access.roles.people')}
        </HeadCell>
        <HeadCell className="w-32">
          <span className="sr-only">{t('access.roles.actions')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {roles.map(role => (
          <RoleRow
            key={role.id}
            role={role}
            isFixed={isFixed}
            onEdit={onEdit}
            onPeople={onPeople}
            onRemove={() => void remove(role)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface RoleRowProps extends Omit<RoleTableProps, 'roles'> {
  readonly role: MemberRole
  readonly onRemove: () => void
}

function RoleRow({ role, isFixed, onEdit, onPeople, onRemove }: RoleRowProps) {
  const { t } = useTexts()
  return (
    <Row>
      <Cell className="py-2 max-md:w-full max-md:max-w-0">
        <span className="inline-flex items-center gap-2">
          <RoleSwatch hue={role.color} />
          <bdi className="wrap-anywhere font-semibold">{role.label}</bdi>
        </span>
        <p className="wrap-anywhere font-mono text-caption text-muted">{role.id}</p>
        <p className="line-clamp-2 wrap-anywhere text-caption text-muted empty:hidden md:hidden">{role.description}</p>
        <p className="text-caption text-muted md:hidden">{`${t('access.roles.people')}: ${formatNumber(role.keys.length)}`}</p>
      </Cell>
      <Cell className="max-w-80 max-md:hidden">
        <span className="line-clamp-2 break-words">{role.description}</span>
      </Cell>
      <Cell numeric className="max-md:hidden">
        {formatNumber(role.keys.length)}
      </Cell>
      <Cell className="whitespace-nowrap text-right">
        <IconButton
          icon={Users}
          label={t('access.roles.peopleOf', { role: role.label })}
          onClick={() => onPeople(role)}
        />
        <IconButton
          icon={Pencil}
          label={t('access.roles.edit', { role: role.label })}
          disabled={isFixed}
          onClick={() => onEdit(role)}
        />
        <IconButton
          icon={Trash2}
          label={t('access.roles.delete', { role: role.label })}
          disabled={isFixed}
          onClick={onRemove}
        />
      </Cell>
    </Row>
  )
}
