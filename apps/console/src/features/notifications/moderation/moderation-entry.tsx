import { deleteBlockedEvent, unblockEvent } from '@hornets/contract/admin/notifications/moderation'
import type { ModerationNotification } from '@hornets/contract/admin/notifications/moderation-cases'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import type { EntryProps } from '../boxes/notification-box.tsx'
import { EntryFrame } from '../entry-frame.tsx'

const hidden: readonly ModerationNotification['state'][] = ['blocked', 'disputed', 'pending']

/** A case of media: nothing of it is shown, since the browser would ask a stranger's server. */
export function ModerationEntry({ row, onMark, onLeave }: EntryProps<ModerationNotification>) {
  const { t } = useTexts()
  return (
    <EntryFrame
      title={row.reason}
      figure={<Badge>{t(`notifications.moderation.state.${row.state}`)}</Badge>}
      isRead={row.is_read}
      at={row.created_at}
      onMark={onMark}
    >
      <dl className="flex flex-wrap gap-x-3 text-caption text-muted">
        <div className="flex min-w-0 items-center gap-1">
          <dt className="shrink-0">{t('notifications.moderation.author')}</dt>
          <dd className="min-w-0">
            <Person pubkey={row.pubkey} size="tiny" />
          </dd>
        </div>
        <Fact name={t('notifications.moderation.id')} value={row.event_id} />
        {row.media_url.startsWith('http') && (
          <Fact name={t(`notifications.moderation.${row.content_type}`)} value={row.media_url} />
        )}
      </dl>
      {row.expires_at && (
        <p className="text-caption text-muted">
          {t('notifications.moderation.until', { time: formatDateTime(row.expires_at) })}
        </p>
      )}
      {hidden.includes(row.state) && (
        <Link
          to="/moderation"
          search={{ about: row.event_id } as never}
          onClick={onLeave}
          className="inline-flex min-h-6 w-fit items-center rounded-sm font-semibold text-accent-text hover:underline"
        >
          {t('notifications.moderation.review')}
        </Link>
      )}
      {hidden.includes(row.state) && <Verdicts id={row.event_id} />}
    </EntryFrame>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex min-w-0 gap-1">
      <dt className="shrink-0">{name}</dt>
      <dd className="min-w-0 truncate" title={value}>
        <code className="font-mono">{value}</code>
      </dd>
    </div>
  )
}

/** Deleting asks once more: it cannot be undone. */
function Verdicts({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  async function decide(verdict: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true)
    try {
      await verdict()
      toast.success(done)
      await queryClient.invalidateQueries(staleOn('moderation'))
    } catch (error) {
      toast.error(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const show = () =>
    decide(() => api.call(unblockEvent, { body: { event_id: id } }), t('notifications.moderation.shown'))
  const remove = () =>
    decide(() => api.call(deleteBlockedEvent, { params: { id } }), t('notifications.moderation.deleted'))
  return (
    <p className="my-1 flex flex-wrap items-center gap-2">
      <Button size="small" onClick={() => void show()} disabled={busy}>
        {t('notifications.moderation.show')}
      </Button>
      <Button
        size="small"
        variant="danger"
        onClick={() => (isAsking ? void remove() : setAsking(true))}
        disabled={busy}
      >
        {t(`notifications.moderation.${isAsking ? 'deleteSure' : 'delete'}`)}
      </Button>
    </p>
  )
}
