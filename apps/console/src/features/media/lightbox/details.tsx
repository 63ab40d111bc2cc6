import { type FileOwner, getFileDetails, listFileEvents } from '@hornets/contract/admin/files/catalogue'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import { type MediaFile, writeLength } from '../files/media-file.ts'
import { CameraFacts } from './camera-facts.tsx'
import { Fact } from './fact.tsx'

interface FileDetailsProps {
  readonly file: MediaFile
  /** Missing for who may not. */
  readonly onBan: ((file: MediaFile) => void) | undefined
}

/** All that is known of a file. */
export function FileDetails({ file, onBan }: FileDetailsProps) {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getFileDetails, { params: { hash: file.id } }))
  if (error && !data)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={5} className="h-4" />
  const { file: stored, owners, fetched, publicUrl, blossomUri, otherUrls, camera } = data
  return (
    <div className="grid gap-4 p-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-small">
        <Fact label={t('media.details.type')}>{stored.MimeType}</Fact>
        <Fact label={t('media.details.size')}>
          {formatBytes(stored.Size)} ({t('media.bytes', { count: stored.Size })})
        </Fact>
        {stored.Width !== null && stored.Height !== null && (
          <Fact label={t('media.details.dimensions')}>
            {t('media.details.pixels', { width: stored.Width, height: stored.Height })}
          </Fact>
        )}
        {stored.DurationMs !== null && (
          <Fact label={t('media.details.duration')}>{writeLength(stored.DurationMs)}</Fact>
        )}
        {camera && <CameraFacts camera={camera} />}
        <Fact label={t('media.details.uploaded')}>{formatDateTime(stored.Timestamp)}</Fact>
        {stored.PurgeAt && <Fact label={t('media.details.purge')}>{formatDateTime(stored.PurgeAt)}</Fact>}
        <Fact label={t('media.details.fetched')}>
          {t('media.details.fetchedTimes', { count: fetched.count })}
          {fetched.lastAt && `, ${t('media.details.lastFetched', { time: formatDateTime(fetched.lastAt) })}`}
        </Fact>
        <Fact label={t('media.details.hash')}>
          <Copied value={stored.Hash} label={t('media.details.copyHash')} />
        </Fact>
        <Addresses publicUrl={publicUrl} blossomUri={blossomUri} otherUrls={otherUrls} />
        <Fact label={t('media.details.owners')}>
          {owners.length === 0
            ? t('media.details.noOwner')
            : owners.map(owner => <Owner key={owner.pubkey} {...owner} />)}
        </Fact>
      </dl>
      <Events hash={file.id} />
      {onBan && (
        <Button icon={Ban} className="justify-self-start" onClick={() => onBan(file)}>
          {t('media.ban.menu')}
        </Button>
      )}
    </div>
  )
}

type AddressesProps = Pick<AnswerOf<typeof getFileDetails>, 'publicUrl' | 'blossomUri' | 'otherUrls'>

/** Where the file can be fetched. */
function Addresses({ publicUrl, blossomUri, otherUrls }: AddressesProps) {
  const { t } = useTexts()
  return (
    <>
      {publicUrl && (
        <Fact label={t('media.details.address')}>
          <Copied value={publicUrl} label={t('media.details.copyAddress')} />
        </Fact>
      )}
      <Fact label={t('media.details.blossom')}>
        <Copied value={blossomUri} label={t('media.details.copyBlossom')} />
      </Fact>
      {otherUrls.length > 0 && (
        <Fact label={t('media.details.others')}>
          {otherUrls.map(url => (
            <Copied key={url} value={url} label={t('media.details.copyAddress')} />
          ))}
        </Fact>
      )}
    </>
  )
}

function Copied({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code title={value} className="min-w-0 truncate font-mono text-caption">
        {value}
      </code>
      <CopyButton value={value} label={label} />
    </span>
  )
}

function Owner({ pubkey, name, uploadedAt }: Pick<FileOwner, 'pubkey' | 'name'> & { readonly uploadedAt: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Person pubkey={pubkey} named={name} size="tiny" copies />
      <span className="text-caption text-muted">{formatDateTime(uploadedAt)}</span>
    </span>
  )
}

/** Characters of an event's text that are shown. */
const shownCharacters = 200

/** Stored events that use the file: their text, as text. */
function Events({ hash }: { readonly hash: string }) {
  const { t } = useTexts()
  const { data, error } = useQuery(apiQuery(listFileEvents, { params: { hash } }))
  return (
    <section className="grid gap-2 text-small">
      <h3 className="font-semibold">{t('media.details.events')}</h3>
      {error && !data && (
        <p role="alert" className="text-bad">
          {failureText(error)}
        </p>
      )}
      {data?.events.length === 0 && <p className="text-muted">{t('media.details.noEvents')}</p>}
      <ul className="grid gap-2">
        {data?.events.map(({ event, author }) => (
          <li key={event.id} className="rounded-md border border-line bg-sunken px-3 py-2">
            <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
              <Person pubkey={event.pubkey} named={author} size="tiny" />
              <span>{t('media.details.kind', { kind: event.kind })}</span>
              <span>{formatDateTime(new Date(event.created_at * 1000))}</span>
            </p>
            <p className="break-words">{event.content.slice(0, shownCharacters) || t('media.details.noText')}</p>
          </li>
        ))}
      </ul>
      {data && !data.finished && <p className="text-muted">{t('media.details.unfinished')}</p>}
    </section>
  )
}
