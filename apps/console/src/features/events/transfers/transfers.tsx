import {
  importEvents,
  listTransfers,
  resumeTransfer,
  stopTransfer,
  syncEvents,
  type Transfer,
} from '@hornets/contract/admin/events/transfers'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import type { EventFilter } from '../event-filter.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { LeftOut } from './left-out.tsx'
import { MovedThings } from './moved-things.tsx'

const progressMs = 1000
/** Those that have ended, the last ones. */
const endedShown = 3

const transfersQuery = queryOptions({
  ...apiQuery(listTransfers),
  refetchInterval: ({ state }) => (state.data?.transfers.some(isRunning) ? progressMs : false),
})

/** Opens what brings events in from files and other relays. Nothing for those who may not. */
export function TransferButtons({ filter }: { readonly filter: EventFilter }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayImport = useMay(importEvents)
  const mayCopy = useMay(syncEvents)
  const [open, setOpen] = useState<'import' | 'copy' | null>(null)
  const close = () => setOpen(null)
  const onBegun = () => void client.invalidateQueries(transfersQuery)
  if (!mayImport && !mayCopy) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={FileUp} onClick={() => setOpen('import')}>
        {t('events.transfer.import')}
      </Button>
      <Button size="small" icon={ArrowLeftRight} onClick={() => setOpen('copy')}>
        {t('events.transfer.copy')}
      </Button>
      {open === 'import' && <ImportDialog onClose={close} onBegun={onBegun} />}
      {open === 'copy' && <CopyDialog filter={filter} onClose={close} onBegun={onBegun} />}
    </div>
  )
}

export function Transfers({ onEnd }: { readonly onEnd: () => void }) {
  const mayList = useMay(listTransfers)
  return mayList ? <List onEnd={onEnd} /> : null
}

function List({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useTexts()
  const { data } = useQuery(transfersQuery)
  const running = data?.transfers.filter(isRunning) ?? []
  const ended = data?.transfers.filter(one => !isRunning(one)).slice(0, endedShown) ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one begins or ends
  useEffect(() => {
    if (data) onEnd()
  }, [running.length])
  if (running.length + ended.length === 0) return null
  return (
    <ul aria-label={t('events.transfer.list')} className="grid gap-2">
      {[...running, ...ended].map(one => (
        <Item key={one.id} transfer={one} />
      ))}
    </ul>
  )
}

const isRunning = ({ state }: Transfer) => state === 'running'

function Item({ transfer }: { readonly transfer: Transfer }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayChange = useMay(stopTransfer)
  const [isAsking, setAsking] = useState(false)
  const { id, kind, state, source, total, done, stored, sent, left_out, things, error, resumable, began_at } = transfer
  async function call(endpoint: typeof stopTransfer | typeof resumeTransfer): Promise<void> {
    setAsking(true)
    await api.call(endpoint, { params: { id } }).catch((failure: unknown) => toast.error(failureText(failure)))
    await client.invalidateQueries(transfersQuery)
    setAsking(false)
  }
  return (
    <li className="grid gap-2 rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 text-small">
          <span className="font-semibold">{t(`events.transfer.${kind}Is.${state}`)}</span>{' '}
          <span className="break-all text-muted">{source}</span>{' '}
          <span className="text-muted tabular-nums">
            {t('events.transfer.result', { stored: formatNumber(stored), time: formatDateTime(began_at) })}
            {sent > 0 && ` ${t('events.transfer.sent', { sent: formatNumber(sent) })}`}
          </span>
        </p>
        {mayChange && isRunning(transfer) && (
          <Button size="small" loading={isAsking} onClick={() => void call(stopTransfer)}>
            {t('events.job.stop')}
          </Button>
        )}
        {mayChange && resumable && (
          <Button size="small" loading={isAsking} onClick={() => void call(resumeTransfer)}>
            {t('events.transfer.resume')}
          </Button>
        )}
      </div>
      {isRunning(transfer) && total !== null && (
        <ProgressBar label={t(`events.transfer.${kind}Is.running`)} value={total === 0 ? 1 : done / total} />
      )}
      {error !== null && <p className="text-bad text-small">{translateMessage(error)}</p>}
      {things && <MovedThings things={things} />}
      {left_out.length > 0 && <LeftOut causes={left_out} />}
    </li>
  )
}
