import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useConnectionState } from '../../api/live/use-live-stream.ts'
import { useTexts } from '../../i18n/texts.ts'
import { formatMoment } from '../../ui/text/format.ts'
import { oldestShown } from '../pwa/oldest-shown.ts'
import { failedSince, isReadingAgain, readAgain } from './failed-refresh.ts'

/** This machine's network or the relay is unreachable, or some data failed to refresh. */
export function OfflineBanner() {
  const { t } = useTexts()
  const isOffline = useConnectionState() === 'offline'
  const failedAt = useOfCache(failedSince)
  const text = navigator.onLine ? t('shell.offline.server') : t('shell.offline.network')
  return (
    <div role="status">
      {isOffline ? (
        <Line>
          {text} <AsOf />
        </Line>
      ) : (
        failedAt !== undefined && (
          <Line>
            {t('shell.notRead', { time: formatMoment(new Date(failedAt)) })} <ReadAgain />
          </Line>
        )
      )}
    </div>
  )
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-3 border-warn border-b bg-warn-soft px-3.5 py-2 text-small md:px-6">
      <CloudOff size={16} className="mt-px shrink-0 text-warn" />
      <span>{children}</span>
    </p>
  )
}

/** Time of the oldest figure on screen. */
function AsOf() {
  const { t } = useTexts()
  const time = useOfCache(oldestShown)
  return time && <strong>{t('shell.offline.asOf', { time: formatMoment(new Date(time)) })}</strong>
}

function ReadAgain() {
  const { t } = useTexts()
  const client = useQueryClient()
  const isReading = useOfCache(isReadingAgain)
  return (
    <button
      type="button"
      aria-disabled={isReading}
      onClick={() => !isReading && void readAgain(client)}
      className="-my-1 min-h-6 px-1 font-semibold text-accent-text hover:underline aria-disabled:opacity-55"
    >
      {t('ui.tryAgain')}
    </button>
  )
}

function useOfCache<Fact extends number | boolean | undefined>(factOf: (client: QueryClient) => Fact): Fact {
  const client = useQueryClient()
  return useSyncExternalStore(
    listener => client.getQueryCache().subscribe(listener),
    () => factOf(client),
  )
}
