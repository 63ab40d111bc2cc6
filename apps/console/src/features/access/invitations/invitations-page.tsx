import {
  type AccessInvitation,
  type AccessMember,
  createAccessInvitation,
  listAccessInvitations,
  listAccessMembers,
  removeAccessInvitations,
  removeAccessMembers,
} from '@hornets/contract/admin/access-invitations'
import { useQuery } from '@tanstack/react-query'
import { TicketPlus, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { cached } from '../../../api/queries/cached.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { type Days, dayChoices, endOf } from '../lists/add-dialog.tsx'
import { useAttempt } from './use-attempt.ts'
import { useUndoNewest } from './use-undo-newest.ts'

/** Codes with which keys join (NIP-43), and who has joined. */
export function InvitationsPage() {
  const { t } = useTexts()
  const refusal = useRefusal(createAccessInvitation)
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4">
      <div>
        <h1 className="font-semibold text-title">{t('access.invitations.title')}</h1>
        <p className="text-muted text-small">{t('access.invitations.text')}</p>
      </div>
      {refusal ? (
        <Alert title={refusal} />
      ) : (
        <>
          <NewInvitation />
          <Invitations />
          <Members />
        </>
      )}
    </div>
  )
}

function NewInvitation() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [note, setNote] = useState('')
  const [uses, setUses] = useState<number | null>(1)
  const [days, setDays] = useState<Days>('7')
  const create = () =>
    attempt(async () => {
      await api.call(createAccessInvitation, { body: { note, uses_max: uses, expires_at: endOf(days) } })
      setNote('')
    })
  return (
    <Card title={t('access.invitations.new')}>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label={t('access.invitations.note')}
          description={t('access.dialog.reasonHint')}
          value={note}
          onValueChange={setNote}
          maxLength={200}
        />
        <NumberField
          label={t('access.invitations.usesMax')}
          description={t('access.invitations.usesMaxHint')}
          value={uses}
          onValueChange={setUses}
          min={1}
        />
        <Select
          label={t('access.lists.expiry')}
          value={days}
          onValueChange={setDays}
          choices={dayChoices.map(value => ({ value, label: t(`access.lists.days.${value}`) }))}
        />
      </div>
      <Button variant="primary" icon={TicketPlus} className="mt-4" onClick={() => void create()}>
        {t('access.invitations.create')}
      </Button>
    </Card>
  )
}

function Invitations() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const query = useQuery({
    ...cached(listAccessInvitations),
    queryFn: ({ signal }) => api.call(listAccessInvitations, { signal }),
  })
  const undoNewest = useUndoNewest()
  const withdraw = ({ code }: AccessInvitation) =>
    attempt(() => api.call(removeAccessInvitations, { body: { codes: [code] } }), {
      text: t('access.invitations.withdrawn'),
      undo: undoNewest('access.withdraw-invitation'),
    })
  const expiryOf = ({ expires_at }: AccessInvitation) =>
    expires_at === null ? t('access.lists.permanent') : formatDateTime(expires_at)
  const rows = query.data?.invitations ?? []
  return (
    <Card title={t('access.invitations.open')}>
      {query.isPending && <RowsSkeleton rows={3} className="h-9" />}
      {query.error && !query.data && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && rows.length === 0 && (
        <EmptyState icon={TicketPlus} title={t('access.invitations.none')} text={t('access.invitations.noneText')} />
      )}
      {rows.length > 0 && (
        <Table caption={t('access.invitations.open')} inCard>
          <TableHead>
            <HeadCell>{t('access.invitations.code')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('access.invitations.note')}</HeadCell>
            <HeadCell numeric>{t('access.invitations.uses')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('access.lists.expiry')}</HeadCell>
            <HeadCell className="w-11">
              <span className="sr-only">{t('access.invitations.withdraw')}</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {rows.map(row => (
              <Row key={row.code}>
                <Cell className="py-2 max-md:w-full max-md:max-w-0">
                  <span className="inline-flex items-center gap-1">
                    <code className="break-all font-mono">{row.code}</code>
                    <CopyButton value={row.code} label={t('access.invitations.copy')} />
                  </span>
                  <p className="wrap-anywhere text-caption text-muted empty:hidden md:hidden">{row.note}</p>
                  <p className="text-caption text-muted md:hidden">{expiryOf(row)}</p>
                </Cell>
                <Cell className="wrap-anywhere max-md:hidden">{row.note}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {row.uses_max === null
                    ? formatNumber(row.uses)
                    : t('access.invitations.used', { uses: row.uses, max: row.uses_max })}
                </Cell>
                <Cell className="whitespace-nowrap max-md:hidden">{expiryOf(row)}</Cell>
                <Cell>
                  <IconButton
                    icon={Trash2}
                    label={t('access.invitations.withdrawOne', { code: row.code })}
                    onClick={() => void withdraw(row)}
                  />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

function Members() {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [limit, setLimit] = useState(100)
  const query = useQuery({
    ...cached(listAccessMembers, { limit }),
    queryFn: ({ signal }) => api.call(listAccessMembers, { query: { limit }, signal }),
  })
  const { members = [], count = 0 } = query.data ?? {}
  const undoNewest = useUndoNewest()
  const end = (pubkey: string) =>
    attempt(() => api.call(removeAccessMembers, { body: { pubkeys: [pubkey] } }), {
      text: t('access.invitations.ended'),
      undo: undoNewest('access.end-membership'),
    })
  return (
    <Card title={t('access.invitations.members')} description={query.data && t('access.lists.count', { count })}>
      {query.data && count === 0 && (
        <EmptyState
          icon={UserPlus}
          title={t('access.invitations.noMembers')}
          text={t('access.invitations.noMembersText')}
        />
      )}
      {members.length > 0 && (
        <Table caption={t('access.invitations.members')} inCard>
          <TableHead>
            <HeadCell>{t('access.columns.pubkey')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('access.invitations.joined')}</HeadCell>
            <HeadCell className="w-11">
              <span className="sr-only">{t('access.invitations.end')}</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {members.map(({ pubkey, joined_at }) => (
              <MemberRow key={pubkey} pubkey={pubkey} joined_at={joined_at} onEnd={() => void end(pubkey)} />
            ))}
          </TableBody>
        </Table>
      )}
      {members.length < count && limit < 1000 && (
        <Button className="mt-3" onClick={() => setLimit(limit + 100)}>
          {t('access.lists.more')}
        </Button>
      )}
    </Card>
  )
}

interface MemberRowProps extends Pick<AccessMember, 'pubkey' | 'joined_at'> {
  readonly onEnd: () => void
}

function MemberRow({ pubkey, joined_at, onEnd }: MemberRowProps) {
  const { t } = useTexts()
  return (
    <Row>
      <Cell>
        <Person pubkey={pubkey} size="tiny" copies />
        <p className="text-caption text-muted md:hidden">{formatDateTime(joined_at)}</p>
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">{formatDateTime(joined_at)}</Cell>
      <Cell>
        <IconButton
          icon={Trash2}
          label={t('access.invitations.endOne', { key: shortenMiddle(npubOf(pubkey)) })}
          onClick={onEnd}
        />
      </Cell>
    </Row>
  )
}
