import { noTokenText } from '../api/calls/api-error.ts'
import { rememberOrigin } from '../api/calls/origin.ts'
import { enterOfferedDemo, isDemo, isDemoOffered } from '../api/session/demo.ts'
import { goToLock, isLocked } from '../api/session/lock.ts'
import { leaveNotice } from '../api/session/notice.ts'
import { clearSession, hasLeftovers, isSessionIdle, readSession } from '../api/session/session.ts'
import { goToSignIn } from '../api/session/sign-in-page.ts'
import { sayPreparing } from '../features/demo/say-preparing.ts'

/** Visitors without a session or demo go to the sign-in and return (AUTH-03 to AUTH-08, R-03, R-12). */
export function requireSession(path: string): Promise<void> | undefined {
  if (isLocked()) {
    goToLock(path)
    return new Promise(() => {})
  }
  if (readSession()) return isSessionIdle() && !isDemo() ? endIdleSession(path) : undefined
  if (isDemoOffered() && !hasLeftovers()) return enterDemoOrSignIn(path)
  if (hasLeftovers()) leaveNotice({ kind: 'error', title: noTokenText })
  clearSession()
  rememberOrigin(path)
  return leaveForSignIn()
}

/** An hour after the last activity the console shows nothing (AUTH-50), before the idle watch loads. Never resolves. */
async function endIdleSession(path: string): Promise<void> {
  const idle = await import('../api/session/idle.ts').catch(() => undefined)
  if (idle) await idle.endIdleSession()
  else {
    clearSession()
    rememberOrigin(path)
    await leaveForSignIn()
  }
  await new Promise(() => {})
}

async function enterDemoOrSignIn(path: string): Promise<void> {
  const stopSaying = sayPreparing()
  const entered = await enterOfferedDemo().finally(stopSaying)
  if (entered) return
  rememberOrigin(path)
  await leaveForSignIn()
}

/** Never resolves: the page navigates away. */
export function leaveForSignIn(): Promise<never> {
  const setupToken = new URLSearchParams(location.search).get('setup')
  if (setupToken) location.replace(`/auth/sign-up?setup=${encodeURIComponent(setupToken)}`)
  else goToSignIn()
  return new Promise(() => {})
}
