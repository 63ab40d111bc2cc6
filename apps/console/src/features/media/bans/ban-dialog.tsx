import type { AnswerOf } from '@hornets/contract'
import { banFiles, listNearFiles, type NearFile } from '@hornets/contract/admin/files/file-bans'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes } from '../../../ui/text/format.ts'
import { type MediaFile, toMediaFile } from '../files/media-file.ts'
import { SmallPicture } from '../files/small-picture.tsx'

/** Milliseconds between reads while stored files are still being compared. */
const progressMs = 5000

interface BanDialogProps {
  readonly file: MediaFile
  readonly onClose: () => void
  readonly onBanned: () => void
}

export function BanDialog({ file, onClose, onBanned }: BanDialogProps) {
  const { t } = useTexts()
  const near = useQuery({
    ...apiQuery(listNearFiles, { params: { hash: file.id } }),
    refetchInterval: ({ state }) => (state.data && state.data.perMinute !== null ? progressMs : false),
  })
  const [reason, setReason] = useState('')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [refusesNear, refuseNear] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [working, setWorking] = useState(false)
  const client = useQueryClient()
  const copies = (near.data?.files ?? []).filter(({ file: { Hash } }) => chosen.has(Hash))
  const stored = file.isTrashed ? { files: 0, bytes: 0 } : { files: 1, bytes: file.size }
  const count = stored.files + copies.length
  const bytes = copies.reduce((sum, copy) => sum + copy.file.Size, stored.bytes)

  async function ban(): Promise<void> {
    const why = reason.trim()
    setMissing(why === '')
    if (why === '') return
    setWorking(true)
    try {
      const hashes = [file.id, ...copies.map(copy => copy.file.Hash)]
      const body = { hashes, reason: why, ...(refusesNear && { near: file.id }) }
      const { banned } = await api.call(banFiles, { body })
      toast.success(t('media.ban.done', { count: banned }))
      onBanned()
    } catch (error) {
      toast.error(failureText(error))
      setWorking(false)
    }
    await client.invalidateQueries(staleOn('files'))
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      dirty={reason !== '' && !working}
      busy={working}
      title={t('media.ban.title')}
      description={t('media.ban.text')}
      actions={
        <Button variant="danger" loading={working} onClick={() => void ban()}>
          {t('media.ban.action')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t('media.ban.reason')}
          description={t('media.ban.reasonHint')}
          error={isMissing && reason.trim() === '' ? t('media.ban.reasonMissing') : undefined}
          maxLength={500}
          value={reason}
          onValueChange={setReason}
        />
        {near.error && !near.data && (
          <ErrorState
            message={failureText(near.error)}
            onRetry={() => void near.refetch()}
            retrying={near.isFetching}
          />
        )}
        {near.isPending && <RowsSkeleton rows={3} className="h-16" />}
        {near.data && (
          <NearCopies
            file={file}
            {...near.data}
            chosen={chosen}
            onChoose={(hash, isChosen) => choose(now => changed(now, hash, isChosen))}
          />
        )}
        {near.data?.comparable && (
          <Checkbox
            label={t('media.ban.near')}
            description={t('media.ban.nearHint')}
            checked={refusesNear}
            onCheckedChange={refuseNear}
          />
        )}
        <p role="status" className="font-semibold text-small tabular-nums">
          {count === 0 ? t('media.ban.deletesNone') : t('media.ban.deletes', { count, bytes: formatBytes(bytes) })}
        </p>
      </div>
    </Dialog>
  )
}

function changed(chosen: ReadonlySet<string>, hash: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  if (isChosen) next.add(hash)
  else next.delete(hash)
  return next
}

interface NearCopiesProps extends AnswerOf<typeof listNearFiles> {
  readonly file: MediaFile
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (hash: string, isChosen: boolean) => void
}

/** The file beside those that look like it: those that the ban would refuse first. */
function NearCopies({
  file,
  files,
  comparable,
  total,
  refused,
  waiting,
  perMinute,
  chosen,
  onChoose,
}: NearCopiesProps) {
  const { t } = useTexts()
  const none = comparable ? 'media.ban.noCopies' : 'media.ban.notComparable'
  return (
    <section aria-label={t('media.ban.copies')} className="grid gap-2">
      <h3 className="font-semibold">{t('media.ban.copies')}</h3>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <li className="grid content-start gap-1 text-small">
          <SmallPicture file={file} />
          <span className="truncate font-semibold" title={file.name}>
            {t('media.ban.thisFile')}
          </span>
          <span className="text-caption text-muted tabular-nums">{formatBytes(file.size)}</span>
        </li>
        {files.map(copy => (
          <li key={copy.file.Hash} className="grid min-w-0 content-start gap-1 text-small">
            <SmallPicture file={toMediaFile(copy.file)} />
            <Checkbox
              label={<span className="line-clamp-2 break-all text-small">{copy.file.FileName}</span>}
              description={<Facts {...copy} />}
              checked={chosen.has(copy.file.Hash)}
              onCheckedChange={isChosen => onChoose(copy.file.Hash, isChosen)}
            />
          </li>
        ))}
      </ul>
      <p className="text-muted text-small">
        {total === 0 && t(none)}
        {refused > 0 && `${t('media.ban.hits', { count: refused })} `}
        {total > refused && `${t('media.ban.nears', { count: total - refused })} `}
        {total > files.length && t('media.ban.shown', { count: files.length })}
      </p>
      {waiting > 0 && (
        <p className="text-muted text-small tabular-nums">
          {t('media.ban.waiting', { count: waiting })}
          {perMinute !== null && ` ${t('media.ban.perMinute', { count: perMinute })}`}
        </p>
      )}
    </section>
  )
}

function Facts({ file, ownerName, refused }: NearFile) {
  const { t } = useTexts()
  return (
    <>
      {t(refused ? 'media.ban.same' : 'media.ban.similar')} · {formatBytes(file.Size)} ·{' '}
      {file.Owner ? (
        <Person pubkey={file.Owner} named={ownerName} size="tiny" linked={false} />
      ) : (
        t('media.details.noOwner')
      )}
    </>
  )
}
