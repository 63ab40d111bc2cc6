import { getFileDetails } from '@hornets/contract/admin/files/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import { Fact } from './reported-event.tsx'
import { ShowImages, VeiledImage } from './veiled-image.tsx'

interface ReportedFileProps {
  readonly hash: string
  readonly showsImage: boolean
  readonly onShowImage: () => void
}

export function ReportedFile({ hash, showsImage, onShowImage }: ReportedFileProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getFileDetails, { params: { hash } }))
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        title={t('notifications.reports.dialog.fileGone')}
        text={t('notifications.reports.dialog.fileGoneText')}
        className="py-4"
      />
    )
  if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={4} className="h-7" />
  const { file, owners } = data
  const thumbnail = file.Content ? `data:image/webp;base64,${file.Content}` : file.ThumbnailUrl
  const search = { q: hash, type: 'all', ...(file.Status === 'trashed' && { status: 'trashed' }) }
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-4 text-small sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
        <Fact name={t('notifications.reports.dialog.name')}>
          <bdi>{file.FileName}</bdi>{' '}
          {file.Status === 'trashed' && <Badge>{t('notifications.reports.dialog.trashed')}</Badge>}
        </Fact>
        <Fact name={t('notifications.reports.dialog.type')}>{file.MimeType}</Fact>
        <Fact name={t('notifications.reports.dialog.size')}>{formatBytes(file.Size)}</Fact>
        <Fact name={t('notifications.reports.dialog.uploaded')}>{formatDateTime(file.Timestamp)}</Fact>
        <Fact name={t('notifications.reports.dialog.owners')}>
          {owners.length === 0
            ? t('notifications.reports.dialog.noOwner')
            : owners.map(({ pubkey }) => (
                <span key={pubkey} className="me-2">
                  <Person pubkey={pubkey} size="tiny" />
                </span>
              ))}
        </Fact>
      </dl>
      {thumbnail && <ShowImages count={1} isShown={showsImage} onShow={onShowImage} />}
      {thumbnail && showsImage && <VeiledImage src={thumbnail} />}
      <p>
        <Link to="/media-manager" search={search as never} className="font-semibold text-accent-text underline">
          {t('notifications.reports.dialog.showFile')}
        </Link>
      </p>
    </div>
  )
}

/** Outside the inbox, which has a key for its images. */
export function ReportedFileAlone({ hash }: { readonly hash: string }) {
  const [showsImage, showImage] = useState(false)
  return <ReportedFile hash={hash} showsImage={showsImage} onShowImage={() => showImage(!showsImage)} />
}
