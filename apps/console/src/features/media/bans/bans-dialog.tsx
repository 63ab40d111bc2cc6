import { type FileBan, listFileBans, unbanFile } from '@hornets/contract/admin/files/file-bans'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Pager } from '../../../ui/content/pager.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { toMediaFile } from '../files/media-file.ts'
import { SmallPicture } from '../files/small-picture.tsx'
import { HashLists } from './hash-lists.tsx'
import { ImageLists } from './image-lists.tsx'
import { SharedLists } from './shared-lists.tsx'
import { SimilarFiles } from './similar-files.tsx'

interface BansDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function BansDialog({ open, onOpenChange }: BansDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('media.bans.title')} description={t('media.bans.text')}>
      <div className="grid gap-4">
        <SimilarFiles />
        <HashLists />
        <SharedLists />
        <ImageLists />
        <Bans />
      </div>
    </Dialog>
  )
}

const perPage = 10

function Bans() {
  const { t } = useTexts()
  const [offset, setOffset] = useState(0)
  const [q, setQ] = useState('')
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(listFileBans, { query: { limit: perPage, offset, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={3} className="h-16" />
  const { bans, total } = data
  if (total === 0 && q === '') return <EmptyState title={t('media.bans.none')} text={t('media.bans.noneText')} />
  return (
    <div className="grid gap-3">
      <TextField
        label={t('media.bans.search')}
        value={q}
        onValueChange={value => {
          setQ(value)
          setOffset(0)
        }}
        autoComplete="off"
      />
      <ul className="grid gap-2">
        {bans.map(ban => (
          <Ban key={ban.hash} ban={ban} />
        ))}
      </ul>
      <Pager offset={offset} pageSize={perPage} total={total} onOffset={setOffset} />
    </div>
  )
}

function Ban({ ban }: { readonly ban: FileBan }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayUnban = useMay(unbanFile)
  const [working, setWorking] = useState(false)
  const name = ban.file?.FileName ?? shortenMiddle(ban.hash)

  async function unban(): Promise<void> {
    const question = { title: t('media.bans.unbanTitle'), text: t('media.bans.unbanText') }
    if (!(await confirm({ ...question, action: t('media.bans.unban') }))) return
    setWorking(true)
    try {
      await api.call(unbanFile, { params: { hash: ban.hash } })
      toast.success(t('media.bans.unbanned'))
    } catch (error) {
      toast.error(failureText(error))
    }
    setWorking(false)
    await client.invalidateQueries(staleOn('files'))
  }
  return (
    <li className="flex items-start gap-3 rounded-md border border-line p-2 text-small">
      <span className="w-16 flex-none">
        <SmallPicture file={ban.file ? toMediaFile(ban.file) : undefined} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-semibold" title={ban.hash}>
          {name}
        </span>
        <span className="break-words">{ban.reason || t('media.bans.deleted')}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
          <span>{formatDateTime(ban.at)}</span>
          {ban.by === null ? <span>{t('media.bans.byRelay')}</span> : <Person pubkey={ban.by} size="tiny" />}
          {ban.alike && <span>{t('media.bans.alike')}</span>}
        </span>
      </div>
      {mayUnban && (
        <Button
          size="small"
          loading={working}
          aria-label={t('media.bans.unbanOne', { name })}
          onClick={() => void unban()}
        >
          {t('media.bans.unban')}
        </Button>
      )}
    </li>
  )
}
