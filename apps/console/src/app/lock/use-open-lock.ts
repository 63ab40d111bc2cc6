import { useRouter } from '@tanstack/react-router'
import { rememberOrigin } from '../../api/calls/origin.ts'
import { isDemo } from '../../api/session/demo.ts'

/** Unlocking returns here. The demo has no password to unlock it. */
export function useOpenLock(): () => void {
  const router = useRouter()
  return () => {
    if (isDemo()) return
    rememberOrigin(router.state.location.href)
    void router.navigate({ to: '/lock', replace: true })
  }
}
