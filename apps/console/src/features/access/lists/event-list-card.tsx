import { reasonChars } from '@hornets/contract/admin/access'
import { entriesAtOnceMax } from '@hornets/contract/admin/access-lists'
import type { Endpoint } from '@hornets/contract/endpoint'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck2, FileX2, ListPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { readEventId } from '../../../api/signers/event-link.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { useAttempt } from '../invitations/use-attempt.ts'
import { useClosing } from '../invitations/use-closing.ts'

export interface EventEntry {
  readonly id: string
  readonly reason: string
  readonly at: string | null
  /** Who decided, hex; null if unknown. */
  readonly by: string | null
  readonly byName?: string
}

interface EventListCardProps {
  readonly list: 'allowed' | 'banned'
  readonly query: UseQueryResult<unknown>
  readonly entries: readonly EventEntry[]
  readonly count: number
  readonly view: {
    /** What is looked for. */
    readonly text: string
    readonly onText: (text: string) => void
    /** Undefined: no more are shown. */
    readonly onMore: (() => void) | undefined
  }
  /** The call that adds: its role may change the list. */
  readonly change: Pick<Endpoint, 'role'>
  /** Resolves with its undo. */
  readonly add: (ids: string[], reason: string) => Promise<() => Promise<unknown>>
  readonly remove: (ids: string[]) => Promise<unknown>
}

const icons = { allowed: FileCheck2, banned: FileX2 }

/** A list of events by id, with what can be done with it. */
export function EventListCard({ list, query, entries, count, view, change, add, remove }: EventListCardProps) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const refusal = useRefusal(change)
  const [isAdding, setAdding] = useState(false)
  const isNarrowed = view.text.trim() !== ''
  const removeOne = ({ id, reason }: EventEntry) =>
    attempt(() => remove([id]), { text: t(`access.events.${list}.removed`), undo: () => add([id], reason) })
  function addMany(ids: string[], reason: string): Promise<boolean> {
    let undo: (() => Promise<unknown>) | undefined
    const work = async () => {
      undo = await add(ids, reason)
    }
    const text = t(`access.events.${list}.added`, { count: ids.length })
    return attempt(work, { text, undo: async () => undo?.() })
  }
  return (
    <Card
      title={t(`access.events.${list}.title`)}
      description={t(`access.events.${list}.text`)}
      aside={
        <Button icon={ListPlus} disabled={refusal !== undefined} title={refusal} onClick={() => setAdding(true)}>
          {t(`access.events.${list}.add`)}
        </Button>
      }
      wideAside
    >
      {(count > 0 || isNarrowed) && <SearchField view={view} />}
      {query.isPending && <RowsSkeleton rows={3} className="h-9" />}
      {query.error && entries.length === 0 && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isSuccess && count === 0 && <NoEvents list={list} isNarrowed={isNarrowed} />}
      {entries.length > 0 && (
        <EventTable
          list={list}
          entries={entries}
          isFixed={refusal !== undefined}
          onRemove={entry => void removeOne(entry)}
        />
      )}
      {entries.length > 0 && (
        <ListFoot count={count} onMore={entries.length < count ? view.onMore : undefined} loading={query.isFetching} />
      )}
      {isAdding && <AddEventsDialog list={list} onClose={() => setAdding(false)} onAdd={addMany} />}
    </Card>
  )
}

interface ListFootProps extends Pick<EventListCardProps, 'count'> {
  readonly onMore: (() => void) | undefined
  readonly loading: boolean
}

function ListFoot({ count, onMore, loading }: ListFootProps) {
  const { t } = useTexts()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <p className="text-muted text-small tabular-nums">{t('access.lists.count', { count })}</p>
      {onMore && (
        <Button size="small" loading={loading} onClick={onMore}>
          {t('access.lists.more')}
        </Button>
      )}
    </div>
  )
}

function SearchField({ view: { text, onText } }: Pick<EventListCardProps, 'view'>) {
  const { t } = useTexts()
  return (
    <TextField
      label={t('access.events.search')}
      labelHidden
      placeholder={t('access.events.search')}
      type="search"
      value={text}
      onValueChange={onText}
      className="mt-3 mb-2 w-full sm:max-w-80"
    />
  )
}

function NoEvents({ list, isNarrowed }: Pick<EventListCardProps, 'list'> & { readonly isNarrowed: boolean }) {
  const { t } = useTexts()
  if (isNarrowed)
    return <EmptyState icon={icons[list]} title={t('access.lists.none')} text={t('access.lists.noneText')} />
  const [title, text] = [t(`access.events.${list}.empty`), t(`access.events.${list}.emptyText`)]
  return <EmptyState icon={icons[list]} title={title} text={text} />
}

interface EventTableProps {
  readonly list: 'allowed' | 'banned'
  readonly entries: readonly EventEntry[]
  readonly isFixed: boolean
  readonly onRemove: (entry: EventEntry) => void
}

function EventTable({ list, entries, isFixed, onRemove }: EventTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t(`access.events.${list}.title`)} inCard>
      <TableHead>
        <HeadCell>{t('access.events.id')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.columns.reason')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('access.lists.addedAt')}</HeadCell>
        <HeadCell className="w-11">
          <span className="sr-only">{t('access.lists.remove')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {entries.map(entry => (
          <Row key={entry.id}>
            <Cell className="py-2">
              <Link to={`/events/${entry.id}`} className={`${textLink} whitespace-nowrap font-mono`}>
                {shortenMiddle(entry.id)}
              </Link>
              <p className="wrap-anywhere text-caption text-muted empty:hidden md:hidden">{entry.reason}</p>
              <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted empty:hidden md:hidden">
                {entry.at && <span>{formatDateTime(entry.at)}</span>}
                {entry.by && <Person pubkey={entry.by} named={entry.byName} size="tiny" />}
              </p>
            </Cell>
            <Cell className="max-w-80 py-2 max-md:hidden">
              <span className="line-clamp-2 break-words">{entry.reason}</span>
            </Cell>
            <Cell className="whitespace-nowrap py-2 max-md:hidden">
              <span>{entry.at && formatDateTime(entry.at)}</span>
              <p className="empty:hidden">
                {entry.by && <Person pubkey={entry.by} named={entry.byName} size="tiny" />}
              </p>
            </Cell>
            <Cell>
              <IconButton
                icon={Trash2}
                label={t('access.lists.removeOne', { value: shortenMiddle(entry.id) })}
                disabled={isFixed}
                onClick={() => onRemove(entry)}
              />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

interface AddEventsDialogProps {
  readonly list: 'allowed' | 'banned'
  readonly onClose: () => void
  readonly onAdd: (ids: string[], reason: string) => Promise<boolean>
}

function AddEventsDialog({ list, onClose, onAdd }: AddEventsDialogProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const { isBusy, act } = useClosing(onClose)
  const typed = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const ids = typed.flatMap(one => readEventId(one.replace(/^nostr:/, '')) ?? [])
  const wrong = typed.length - ids.length

  const add = () => act(() => onAdd(ids, reason))
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={t(`access.events.${list}.add`)}
      description={t(`access.events.${list}.dialogText`)}
      dirty={text.trim() !== ''}
      busy={isBusy}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            loading={isBusy}
            disabled={ids.length === 0 || wrong > 0 || ids.length > entriesAtOnceMax}
            onClick={() => void add()}
          >
            {t('access.lists.submit', { count: ids.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label={t('access.events.ids')}
          description={t('access.events.idsHint')}
          error={wrong > 0 ? t('access.events.idsWrong', { count: wrong }) : undefined}
          value={text}
          onValueChange={setText}
          rows={4}
        />
        <TextField
          label={t('access.dialog.reason')}
          description={t('access.dialog.reasonHint')}
          value={reason}
          onValueChange={setReason}
          maxLength={reasonChars}
        />
      </div>
    </Dialog>
  )
}
