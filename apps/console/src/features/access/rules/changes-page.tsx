import { accessLists } from '@hornets/contract/admin/access-lists'
import { type AccessChangeMade, listAccessChanges, undoAccessChange } from '@hornets/contract/admin/refusals/undo'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { cached, staleOn } from '../../../api/queries/cached.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import type english from '../../../i18n/en.json'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

/** What was saved in the last day, each of which can be undone as a whole. */
export function ChangesPage() {
  const { t } = useTexts()
  const refusal = useRefusal(undoAccessChange)
  return (
    <div className="pt-4">
      <RolePage
        title={t('access.changes.title')}
        description={t('access.changes.text')}
        notAllowed={refusal === undefined ? undefined : { title: t('notifications.notAllowed'), text: refusal }}
      >
        <Changes />
      </RolePage>
    </div>
  )
}

function Changes() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<number>()
  const query = useQuery({
    ...cached(listAccessChanges),
    queryFn: async ({ signal }) => (await api.call(listAccessChanges, { signal })).changes,
  })

  async function undo({ id }: AccessChangeMade): Promise<void> {
    setBusy(id)
    try {
      const { undone } = await api.call(undoAccessChange, { params: { id }, body: {} })
      toast.success(t('access.changes.undone', { count: undone }))
    } catch (error) {
      toast.error(t('access.changes.failed'), { text: failureText(error) })
    }
    await queryClient.invalidateQueries(staleOn('access'))
    await queryClient.invalidateQueries(staleOn('relay_settings'))
    setBusy(undefined)
  }

  if (query.isPending) return <RowsSkeleton rows={4} className="h-11" />
  if (!query.data)
    return (
      <ErrorState
        message={formFailureText(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (query.data.length === 0)
    return <EmptyState icon={History} title={t('access.changes.none')} text={t('access.changes.noneText')} />
  return (
    <Table caption={t('access.changes.title')}>
      <TableHead>
        <HeadCell>{t('access.changes.what')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.changes.when')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.changes.who')}</HeadCell>
        <HeadCell className="w-28">
          <span className="sr-only">{t('ui.undo')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {query.data.map(change => (
          <Row key={change.id}>
            <Cell className="py-2 max-md:w-full max-md:max-w-0 md:min-w-50">
              <span>{t(`access.changes.actions.${names[change.action] ?? 'rights'}`)}</span>
              <Target target={change.target} />
              {change.count > 1 && (
                <p className="text-caption text-muted">{t('access.changes.more', { count: change.count - 1 })}</p>
              )}
              <p className="text-caption text-muted md:hidden">{formatDateTime(change.at)}</p>
              <p className="md:hidden">
                <Actor change={change} />
              </p>
            </Cell>
            <Cell className="whitespace-nowrap max-md:hidden">{formatDateTime(change.at)}</Cell>
            <Cell className="max-w-50 max-md:hidden">
              <Actor change={change} />
            </Cell>
            <Cell className="whitespace-nowrap">
              {change.can_undo ? (
                <Button
                  icon={Undo2}
                  loading={busy === change.id}
                  disabled={busy !== undefined}
                  onClick={() => void undo(change)}
                >
                  {t('ui.undo')}
                </Button>
              ) : (
                <span className="text-caption text-muted">{t('access.changes.changedAgain')}</span>
              )}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

const names: Readonly<Record<string, keyof (typeof english)['access']['changes']['actions']>> = {
  'access.save': 'rights',
  'access.save-rules': 'rules',
  'relay_settings.save': 'relaySettings',
  'access.add': 'add',
  'access.update': 'update',
  'access.remove': 'remove',
  'access.block': 'block',
  'access.unblock': 'unblock',
  'access.invite': 'invite',
  'access.withdraw-invitation': 'withdraw',
  'access.end-membership': 'endMembership',
  'role.create': 'roleCreated',
  'role.change': 'roleChanged',
  'role.delete': 'roleDeleted',
  'role.give': 'roleGiven',
  'role.take': 'roleTaken',
  'method.grant': 'methodGranted',
  'method.revoke': 'methodRevoked',
  'events.allow': 'eventAllowed',
  'events.disallow': 'eventDisallowed',
  'events.ban': 'eventBanned',
  'events.unban': 'eventUnbanned',
}

function Actor({ change: { actor, actor_name } }: { readonly change: AccessChangeMade }) {
  return actor ? <Person pubkey={actor} named={actor_name} size="tiny" /> : <bdi>{actor_name}</bdi>
}

/** An entry with its list, or an author; the rest is said by the action. */
function Target({ target }: Pick<AccessChangeMade, 'target'>) {
  const { t } = useTexts()
  const list = accessLists.find(name => target.startsWith(`${name}: `))
  const value = list ? target.slice(list.length + 2) : target
  const isKey = /^[0-9a-f]{64}$/.test(value)
  if (!list && !isKey && !value.includes(': ')) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere text-caption text-muted">
      {list && <span>{t(`access.tabs.${list}`)}</span>}
      {isKey ? <Person pubkey={value} size="tiny" /> : <bdi>{value}</bdi>}
    </p>
  )
}
