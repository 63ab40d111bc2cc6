import { useRouter } from '@tanstack/react-router'
import { isDemo } from '../api/demo.ts'
import { rememberOrigin } from '../api/origin.ts'

/** Locks the screen, after asking about unsaved changes; the lock leads back here. The demo has no password to unlock it. */
export function useOpenLock(): () => void {
  const router = useRouter()
  return () => {
    if (isDemo()) return
    rememberOrigin(router.state.location.href)
    void router.navigate({ to: '/lock', replace: true })
  }
}
