import type { FoundFile } from '@hornets/contract/admin/search'
import { Images, Trash2 } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { formatBytes, formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { Hit } from '../hits/hit.ts'

export const fileHit = ({ hash, name, mime, size, uploaded_at, status }: FoundFile): Hit => ({
  key: `file ${hash}`,
  category: 'files',
  icon: status === 'trashed' ? Trash2 : Images,
  title: name,
  detail: [
    status === 'trashed' && t('search.trashed'),
    mime,
    formatBytes(size),
    formatDateTime(uploaded_at),
    shortenMiddle(hash, 12, 8),
  ]
    .filter(Boolean)
    .join(' · '),
  target: { to: '/media-manager', search: { file: hash } },
})
