import { logout } from '@hornets/contract/admin/accounts/auth'
import { rememberOrigin } from '../calls/origin.ts'
import { send } from '../calls/transport.ts'
import { farewell, leaveNotice } from './notice.ts'
import { activityKey, clearSession, idleMs, readSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

/** When to warn before the end. */
export const warnMs = 60_000
/** Minimum interval for storing activity: a mouse moves a hundred times a second. */
const writeEveryMs = 1000
/** Time for the server to learn that the session has ended. */
const farewellMs = 2000

/** Mouse, keys, scrolling and touch count as activity (AUTH-52). */
const activities = ['mousemove', 'mousedown', 'keydown', 'scroll', 'wheel', 'touchstart', 'touchmove'] as const
/** Timers can be late after these: the tab was hidden, or the machine asleep. */
const returns = ['visibilitychange', 'focus', 'pageshow'] as const

export interface IdleListeners {
  /** Every tab was idle for an hour. Called once. */
  readonly onIdle: () => void
  /** The last minute started and ends at this time, in ms since 1970. Undefined: activity resumed. */
  readonly onWarning?: (endsAt: number | undefined) => void
}

export interface IdleWatch {
  touch(): void
  stop(): void
}

/**
 * The last activity is in local storage: throttled timers in hidden tabs do not matter. Opening the page counts.
 */
export function watchIdleness({ onIdle, onWarning }: IdleListeners): IdleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let warned: number | undefined
  let over = false
  let touchedAt = 0

  const warn = (endsAt: number | undefined) => {
    if (warned === endsAt) return
    warned = endsAt
    onWarning?.(endsAt)
  }
  /** Checks the clock now and schedules the next check. */
  const look = (): void => {
    if (over) return
    clearTimeout(timer)
    const now = Date.now()
    const idleFor = now - lastActivity(now)
    if (idleFor >= idleMs) {
      over = true
      stop()
      onIdle()
      return
    }
    const isLastMinute = idleFor >= idleMs - warnMs
    warn(isLastMinute ? now - idleFor + idleMs : undefined)
    timer = setTimeout(look, isLastMinute ? idleMs - idleFor : idleMs - warnMs - idleFor)
  }
  const touch = (): void => {
    // A scroll tells of itself with each frame.
    const sinceTouch = Date.now() - touchedAt
    if (sinceTouch >= 0 && sinceTouch < writeEveryMs) return
    touchedAt = Date.now()
    // Returning after an hour is too late: it ends the session instead of extending it.
    look()
    if (over) return
    const now = Date.now()
    if (now - lastActivity(now) < writeEveryMs) return
    localStorage.setItem(activityKey, String(now))
    look()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === activityKey) look()
  }
  const stop = (): void => {
    clearTimeout(timer)
    for (const name of activities) removeEventListener(name, touch, { capture: true })
    for (const name of returns) removeEventListener(name, look, { capture: true })
    removeEventListener('storage', onStorage)
  }

  // Captured, because scroll events do not bubble.
  for (const name of activities) addEventListener(name, touch, { capture: true, passive: true })
  for (const name of returns) addEventListener(name, look, { capture: true })
  addEventListener('storage', onStorage)
  touch()
  return { touch, stop }
}

/** The last activity in any tab; now if unknown, or if the clock was set back. */
function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(activityKey))
  if (stored > 0 && stored <= now) return stored
  localStorage.setItem(activityKey, String(now))
  return now
}

/** Ends the session here and on the server, and opens the sign-in as a new document (AUTH-51). */
export async function endIdleSession(request: typeof send = send): Promise<void> {
  const token = readSession()?.token
  rememberOrigin()
  leaveNotice({ ...farewell, text: 'Signed out after an hour of inactivity.' })
  // Another tab may have done so, or the relay is unreachable: the session here ends anyway.
  const loggedOut = token
    ? request({ method: logout.method, path: logout.path, token }).catch(() => undefined)
    : undefined
  await Promise.race([loggedOut, new Promise(resolve => setTimeout(resolve, farewellMs))])
  clearSession()
  goToSignIn()
}
