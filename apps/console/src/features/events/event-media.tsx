import type { NostrEvent } from '@hornets/contract'
import { listFiles } from '@hornets/contract/admin/files/catalogue'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, FileX } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useTexts } from '../../i18n/texts.ts'
import { mediaOf } from './media-of.ts'

const box =
  'grid size-28 place-items-center gap-1 overflow-hidden rounded-md border border-line bg-sunken p-2 text-center'

/** The files of this relay that an event names, hidden until asked for. Files elsewhere are never loaded. */
export function EventMedia({ event }: { readonly event: Pick<NostrEvent, 'content' | 'tags'> }) {
  const { t } = useTexts()
  const hashes = mediaOf(event)
  if (hashes.length === 0) return null
  return (
    <ul aria-label={t('events.media')} className="flex flex-wrap gap-2">
      {hashes.map(hash => (
        <li key={hash}>
          <Medium hash={hash} />
        </li>
      ))}
    </ul>
  )
}

function Medium({ hash }: { readonly hash: string }) {
  const { t } = useTexts()
  const [isAsked, setAsked] = useState(false)
  const query = { q: hash, limit: 1, thumbnails: 'links' } as const
  const { data } = useQuery({ ...apiQuery(listFiles, { query }), enabled: isAsked })
  const [file] = data?.data ?? []
  if (!isAsked)
    return (
      <button type="button" onClick={() => setAsked(true)} className={`${box} text-caption text-muted hover:text-text`}>
        <EyeOff size={20} aria-hidden />
        {t('events.showMedia')}
      </button>
    )
  if (file?.ThumbnailUrl)
    return (
      <span className={`${box} p-0`}>
        <img src={file.ThumbnailUrl} alt={file.FileName} className="size-full object-contain" />
      </span>
    )
  return (
    <span role="status" className={`${box} text-caption text-muted`}>
      <FileX size={20} aria-hidden />
      {data && t(file ? 'events.noPreview' : 'events.notHere')}
    </span>
  )
}
