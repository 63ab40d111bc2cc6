import type { FoundEvent } from '@hornets/contract/admin/search'
import { StickyNote } from 'lucide-react'
import { kindName } from '../../../i18n/contract-texts.ts'
import { t } from '../../../i18n/texts.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import type { Hit } from '../hits/hit.ts'

export const eventHit = ({ id, pubkey, author, kind, created_at, excerpt }: FoundEvent): Hit => ({
  key: `event ${id}`,
  category: 'events',
  icon: StickyNote,
  title: excerpt || t('search.noText'),
  detail: [kindName(kind), formatDateTime(new Date(created_at * 1000))].join(' · '),
  person: { pubkey, name: author },
  target: { event: id },
})
