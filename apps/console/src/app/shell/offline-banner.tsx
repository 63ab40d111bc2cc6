import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnectionState } from '../../api/use-live-stream.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that what is on screen may be old, and which side is silent: this machine's network, or the relay. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const state = useConnectionState()
  const text = online ? (state === 'offline' ? t('shell.offline.server') : '') : t('shell.offline.network')
  return (
    <div role="status">
      {text && (
        <p className="flex items-start gap-3 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6">
          <CloudOff size={16} className="mt-px text-warn" />
          {text}
        </p>
      )}
    </div>
  )
}
