import {
  type CopyDirection,
  copyDirections,
  copyIntervals,
  listCopySchedules,
  removeCopySchedule,
  syncEvents,
} from '@hornets/contract/admin/events/transfers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { type EventFilter, isEmptyFilter } from '../event-filter.ts'
import { useFoundText } from '../found-text.ts'

interface CopyDialogProps {
  readonly filter: EventFilter
  readonly onClose: () => void
  readonly onBegun: () => void
}

const repeats = ['once', ...copyIntervals] as const

export function CopyDialog({ filter, onClose, onBegun }: CopyDialogProps) {
  const { t } = useTexts()
  const [url, setUrl] = useState('')
  const [direction, setDirection] = useState<CopyDirection>('pull')
  const [repeat, setRepeat] = useState<(typeof repeats)[number]>('once')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  async function begin(): Promise<void> {
    setBusy(true)
    setError('')
    const every = repeat === 'once' ? undefined : repeat
    try {
      await api.call(syncEvents, { body: { url, direction, filter: { ...filter }, every } })
      onBegun()
      onClose()
    } catch (failure) {
      setError(failureText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('events.transfer.copy')}
      description={t('events.transfer.copyText')}
      dirty={url !== ''}
      busy={isBusy}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" loading={isBusy} disabled={url.trim() === ''} onClick={() => void begin()}>
            {t('events.transfer.begin')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField label={t('events.transfer.address')} value={url} onValueChange={setUrl} mono />
        <Select
          label={t('events.transfer.direction')}
          value={direction}
          onValueChange={setDirection}
          choices={copyDirections.map(value => ({ value, label: t(`events.transfer.directions.${value}`) }))}
        />
        <Select
          label={t('events.transfer.repeat')}
          value={repeat}
          onValueChange={setRepeat}
          choices={repeats.map(value => ({ value, label: t(`events.transfer.repeats.${value}`) }))}
        />
        <Copied filter={filter} direction={direction} />
        {error && <Alert kind="error" title={error} />}
        <Schedules />
      </div>
    </Dialog>
  )
}

interface CopiedProps {
  readonly filter: EventFilter
  readonly direction: CopyDirection
}

/** Which events a copy concerns, and how many, as far as this relay knows (EVENTS-11). */
function Copied({ filter, direction }: CopiedProps) {
  const { t } = useTexts()
  const found = useFoundText(filter)
  return (
    <div className="text-muted text-small tabular-nums">
      <p>{t(isEmptyFilter(filter) ? 'events.transfer.allEvents' : 'events.transfer.filtered')}</p>
      {!isEmptyFilter(filter) && <code className="block break-all font-mono">{JSON.stringify(filter)}</code>}
      {direction !== 'pull' && found && <p>{t('events.transfer.foundHere', { found })}</p>}
      {direction !== 'push' && <p>{t('events.transfer.foundThere')}</p>}
    </div>
  )
}

function Schedules() {
  const { t } = useTexts()
  const client = useQueryClient()
  const query = apiQuery(listCopySchedules)
  const { data } = useQuery(query)
  async function remove(id: number): Promise<void> {
    const failed = (failure: unknown) => toast.error(failureText(failure))
    await api.call(removeCopySchedule, { params: { id } }).catch(failed)
    await client.invalidateQueries(query)
  }
  if (!data || data.schedules.length === 0) return null
  return (
    <ul aria-label={t('events.transfer.repeated')} className="grid gap-2">
      {data.schedules.map(({ id, url, direction, every, next_at }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 text-small">
          <span className="min-w-0 flex-1 basis-40">
            <span className="break-all font-mono">{url}</span>{' '}
            <span className="text-muted">
              {t(`events.transfer.directions.${direction}`)}, {t(`events.transfer.repeats.${every}`)},{' '}
              {t('events.transfer.next', { time: formatDateTime(next_at) })}
            </span>
          </span>
          <Button size="small" onClick={() => void remove(id)}>
            {t('events.transfer.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
