import type { Trouble } from '@hornets/contract/admin/live'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatBytes, formatNumber } from '../../../ui/text/format.ts'
import { AddAddress } from './add-address.tsx'

export function TroubleList({ troubles }: { readonly troubles: readonly Trouble[] }) {
  return (
    <ul>
      {troubles.map(trouble => (
        <Line key={keyOf(trouble)} grave={trouble.kind === 'database_damaged'}>
          <Words trouble={trouble} /> {trouble.kind === 'unknown_name' && <AddAddress name={trouble.name} />}
        </Line>
      ))}
    </ul>
  )
}

function Line({ grave, children }: { readonly grave: boolean; readonly children: ReactNode }) {
  const look = grave ? 'border-bad bg-bad-soft' : 'border-warn bg-warn-soft'
  return (
    <li className={`flex items-start gap-3 border-b px-3.5 py-2 text-small md:px-6 ${look}`}>
      <TriangleAlert size={16} className={`mt-px shrink-0 ${grave ? 'text-bad' : 'text-warn'}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function Words({ trouble }: { readonly trouble: Trouble }) {
  const { t } = useTexts()
  switch (trouble.kind) {
    case 'disk_full': {
      const { freeBytes, reserveBytes } = trouble
      return t('troubles.diskFull', { free: formatBytes(freeBytes), reserve: formatBytes(reserveBytes) })
    }
    case 'database_damaged':
      return t('troubles.databaseDamaged', { file: trouble.file })
    case 'database_locked':
      return t('troubles.databaseLocked', { file: trouble.file })
    case 'database_away':
      return t('troubles.databaseAway')
    case 'unknown_name': {
      const { clients, name } = trouble
      return t('troubles.unknownName', { count: clients, formatted: formatNumber(clients), name })
    }
  }
}

const keyOf = (trouble: Trouble) =>
  [trouble.kind, 'name' in trouble && trouble.name, 'file' in trouble && trouble.file].join(' ')
