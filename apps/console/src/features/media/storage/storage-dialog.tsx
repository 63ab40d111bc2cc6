import { type FileOwner, fileTotals, listFileOwners } from '@hornets/contract/admin/files/catalogue'
import { startFileJob } from '@hornets/contract/admin/files/file-changes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatPercent } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { FileSearch } from '../filters/file-search.ts'
import { useFileActions } from '../selection/use-file-actions.ts'
import { Checks } from './checks.tsx'
import { Forecast } from './forecast.tsx'
import { Stores } from './stores.tsx'

interface StorageDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onChoose: (
    part: Pick<FileSearch, 'type'> | Pick<FileSearch, 'owner' | 'type'> | Pick<FileSearch, 'q' | 'type'>,
  ) => void
}

/** What takes how much room: by type, and by owner, who can be looked for by name or npub. */
export function StorageDialog({ open, onOpenChange, onChoose }: StorageDialogProps) {
  const { t } = useTexts()
  const choose: StorageDialogProps['onChoose'] = part => {
    onChoose(part)
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('media.storage.title')}>
      <div className="grid grid-cols-1 gap-5">
        <Types onChoose={choose} />
        <Forecast />
        <Stores />
        <Checks onFind={hash => choose({ type: 'all', q: hash })} />
        <Owners onChoose={choose} />
      </div>
    </Dialog>
  )
}

function Types({ onChoose }: Pick<StorageDialogProps, 'onChoose'>) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(fileTotals))
  if (error && !data)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={4} className="h-6" />
  const { stored, trashed, groups, readsFilms } = data
  const hasFilms = groups.some(({ group, files }) => (group === 'videos' || group === 'audio') && files > 0)
  return (
    <section className="grid grid-cols-1 gap-2">
      <p className="tabular-nums">
        <span className="font-semibold text-title">{formatBytes(stored.bytes)}</span>{' '}
        <span className="text-muted">
          {t('media.files', { count: stored.files })}
          {trashed.files > 0 && ` · ${t('media.storage.inTrash', { bytes: formatBytes(trashed.bytes) })}`}
        </span>
      </p>
      <ul className="-mx-2 grid grid-cols-1 gap-1">
        {groups
          .filter(({ files }) => files > 0)
          .map(({ group, files, bytes }) => (
            <Bar
              key={group}
              label={t(`media.types.${group}`)}
              amount={`${formatBytes(bytes)} · ${t('media.files', { count: files })}`}
              share={stored.bytes === 0 ? 0 : bytes / stored.bytes}
              onClick={() => onChoose({ type: group })}
            />
          ))}
      </ul>
      {hasFilms && !readsFilms && <p className="text-caption text-muted">{t('media.storage.noFilms')}</p>}
    </section>
  )
}

/** While somebody types no more than this often is asked for, ms. */
const restMs = 250

function Owners({ onChoose }: Pick<StorageDialogProps, 'onChoose'>) {
  const { t } = useTexts()
  const [typed, type] = useState('')
  const q = useDebounced(typed.trim(), restMs)
  const { data, error } = useQuery({
    ...apiQuery(listFileOwners, { query: { limit: 20, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const { data: totals } = useQuery(apiQuery(fileTotals))
  const largest = data?.owners[0]?.bytes ?? 0
  const mayDelete = useMay(startFileJob)
  const actions = useFileActions()
  const amountOf = ({ files, bytes }: FileOwner) => {
    const stored = totals?.stored.bytes ?? 0
    const parts = [formatBytes(bytes), stored > 0 && formatPercent(bytes / stored), t('media.files', { count: files })]
    return parts.filter(Boolean).join(' · ')
  }
  return (
    <section className="grid grid-cols-1 gap-2">
      <TextField
        label={t('media.storage.owners')}
        placeholder={t('media.storage.ownersHint')}
        type="search"
        value={typed}
        onValueChange={type}
      />
      {error && !data && (
        <p role="alert" className="text-bad text-small">
          {failureText(error)}
        </p>
      )}
      {data?.owners.length === 0 && <p className="text-muted text-small">{t('media.storage.noOwners')}</p>}
      <ul className="-mx-2 grid grid-cols-1 gap-1">
        {data?.owners.map(owner => {
          const { pubkey, name, files, bytes } = owner
          const subject = {
            selection: { filter: { owner: pubkey, status: 'stored' as const }, except: [] },
            files,
            bytes,
          }
          return (
            <Bar
              key={pubkey}
              label={<OwnerName pubkey={pubkey} name={name} />}
              amount={amountOf(owner)}
              share={largest === 0 ? 0 : bytes / largest}
              onClick={() => onChoose({ owner: pubkey, type: 'all' })}
              action={
                mayDelete && (
                  <IconButton
                    icon={Trash2}
                    label={t('media.storage.deleteAll', { name: name ?? shortenMiddle(npubOf(pubkey), 9, 5) })}
                    onClick={() => void actions.trash(subject)}
                  />
                )
              }
            />
          )
        })}
      </ul>
      {data && data.total > data.owners.length && (
        <p className="text-caption text-muted">
          {t('media.storage.moreOwners', { count: data.total - data.owners.length })}
        </p>
      )}
    </section>
  )
}

/** Within a button, so it links nowhere. */
export function OwnerName({ pubkey, name }: Pick<FileOwner, 'pubkey'> & Partial<Pick<FileOwner, 'name'>>) {
  return <Person pubkey={pubkey} named={name} size="tiny" linked={false} />
}

interface BarProps {
  readonly label: ReactNode
  readonly amount: string
  /** Of the whole, or of the largest, from 0 to 1. */
  readonly share: number
  readonly onClick: () => void
  /** Beside the row. */
  readonly action?: ReactNode
}

function Bar({ label, amount, share, onClick, action }: BarProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={onClick}
        className="grid min-w-0 flex-1 gap-1 rounded-sm px-2 py-1.5 text-left text-small hover:bg-sunken"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{label}</span>
          <span className="flex-none text-caption text-muted tabular-nums">{amount}</span>
        </span>
        <span aria-hidden className="h-1 rounded-full bg-sunken">
          <span className="block h-full min-w-0.5 rounded-full bg-media" style={{ width: `${share * 100}%` }} />
        </span>
      </button>
      {action}
    </li>
  )
}
