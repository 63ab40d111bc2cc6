import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnectionState } from '../../api/use-live-stream.ts'
import { calendarDay, formatDateTime, formatTime } from '../../ui/format.ts'
import { oldestShown } from '../pwa/oldest-shown.ts'

/** Says that what is on screen may be old, how old, and which side is silent: this machine's network, or the relay. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const state = useConnectionState()
  const text = navigator.onLine ? t('shell.offline.server') : t('shell.offline.network')
  return (
    <div role="status">
      {state === 'offline' && (
        <p className="flex items-start gap-3 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6">
          <CloudOff size={16} className="mt-px shrink-0 text-warn" />
          <span>
            {text} <AsOf />
          </span>
        </p>
      )}
    </div>
  )
}

/** When the oldest figure on screen was given. */
function AsOf() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const time = useSyncExternalStore(
    listener => client.getQueryCache().subscribe(listener),
    () => oldestShown(client),
  )
  if (!time) return null
  const given = new Date(time)
  const isToday = calendarDay(given) === calendarDay(new Date())
  const asOf = isToday ? formatTime(given) : formatDateTime(given)
  return <strong>{t('shell.offline.asOf', { time: asOf })}</strong>
}
