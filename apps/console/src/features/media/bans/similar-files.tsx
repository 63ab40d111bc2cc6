import { allowSimilarFile, listSimilarFiles, type SimilarFile } from '@hornets/contract/admin/files/similar-files'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Pager } from '../../../ui/content/pager.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { toMediaFile } from '../files/media-file.ts'
import { SmallPicture } from '../files/small-picture.tsx'

const perPage = 10

export function SimilarFiles() {
  const { t } = useTexts()
  const heading = useId()
  const [offset, setOffset] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(listSimilarFiles, { query: { limit: perPage, offset } }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="font-semibold">
        {t('media.similar.title')}
      </h3>
      <p className="text-muted text-small">{t('media.similar.text')}</p>
      <ul className="grid gap-2">
        {data.files.map(file => (
          <Similar key={file.hash} similar={file} />
        ))}
      </ul>
      <Pager offset={offset} pageSize={perPage} total={data.total} onOffset={setOffset} />
    </section>
  )
}

function Similar({ similar }: { readonly similar: SimilarFile }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const mayAllow = useMay(allowSimilarFile)
  const [working, setWorking] = useState(false)
  const { hash, refused, bytes, uploader, at, tries, thumbnail, banned } = similar
  const file = similar.file && toMediaFile(similar.file)
  const name = file?.name ?? shortenMiddle(hash)
  const image = thumbnail === '' ? file : { name, thumbnail: `data:image/webp;base64,${thumbnail}` }

  async function allow(): Promise<void> {
    setWorking(true)
    try {
      await api.call(allowSimilarFile, { params: { hash } })
      toast.success(t('media.similar.allowed'))
    } catch (error) {
      toast.error(failureText(error))
    }
    setWorking(false)
    await client.invalidateQueries(staleOn('files'))
  }
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-md border border-line p-2 text-small">
      <span className="grid w-16 flex-none gap-0.5 text-caption text-muted">
        <SmallPicture file={image ?? undefined} />
        {t('media.similar.upload')}
      </span>
      <span className="grid w-16 flex-none gap-0.5 text-caption text-muted">
        <SmallPicture file={banned.file ? toMediaFile(banned.file) : undefined} />
        {t('media.similar.bannedFile')}
      </span>
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="truncate font-semibold" title={hash}>
          {name}
        </span>
        <span>{t(refused ? 'media.similar.refused' : 'media.similar.near')}</span>
        <span className="break-words">{t('media.similar.match', { reason: banned.reason })}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
          {formatDateTime(at)} · {formatBytes(bytes)} · {t('media.similar.tries', { count: tries })}
          {uploader !== null && <Person pubkey={uploader} size="tiny" />}
        </span>
      </div>
      {mayAllow && (
        <Button
          size="small"
          loading={working}
          aria-label={t('media.similar.allowOne', { name })}
          onClick={() => void allow()}
        >
          {t('media.similar.allow')}
        </Button>
      )}
    </li>
  )
}
