import { useSyncExternalStore } from 'react'

/** How often the lists are read again where the live stream has told of nothing, ms (NOTIF-11, CONST-16). */
const pollMs = 300_000
/** The same while nobody looks at the tab. */
const hiddenPollMs = 900_000

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const isHidden = () => document.visibilityState === 'hidden'

/** Polls a query. A tab that is shown again immediately reads what is older than the interval. */
export function usePolling() {
  const refetchInterval = useSyncExternalStore(watchVisibility, isHidden) ? hiddenPollMs : pollMs
  return { refetchInterval, refetchIntervalInBackground: true, staleTime: pollMs, refetchOnWindowFocus: true } as const
}
