import { logout } from '@hornets/contract/admin/auth'
import { rememberOrigin } from '../calls/origin.ts'
import { send } from '../calls/transport.ts'
import { farewell, leaveNotice } from './notice.ts'
import { activityKey, clearSession, idleMs, readSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

/** So long before that it is said. */
export const warnMs = 60_000
/** Activity is written down this often at most: a mouse moves a hundred times a second. */
const writeEveryMs = 1000
/** The server is given so long to hear that the session is over. */
const farewellMs = 2000

/** Mouse, keys, scrolling and touch count as doing something (AUTH-52). */
const activities = ['mousemove', 'mousedown', 'keydown', 'scroll', 'wheel', 'touchstart', 'touchmove'] as const
/** After these a timer may be late: the tab was hidden, or the machine asleep. */
const returns = ['visibilitychange', 'focus', 'pageshow'] as const

export interface IdleTold {
  /** Every tab has been idle for an hour. Once. */
  readonly onIdle: () => void
  /** The last minute has begun: when it ends, in ms since 1970. Undefined: somebody is there again. */
  readonly onWarning?: (endsAt: number | undefined) => void
}

export interface IdleWatch {
  /** Somebody is there. */
  touch(): void
  stop(): void
}

/**
 * Watches whether anybody still does anything, in any tab: the last activity lies in local storage and is compared by the
 * clock, so that timers throttled in hidden tabs make no difference. Begins with who opened the page.
 */
export function watchIdleness({ onIdle, onWarning }: IdleTold): IdleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let warned: number | undefined
  let over = false

  const warn = (endsAt: number | undefined) => {
    if (warned === endsAt) return
    warned = endsAt
    onWarning?.(endsAt)
  }
  /** What is right by the clock now, and when to look again. */
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
    // Coming back after an hour is too late: it ends the session, it does not prolong it.
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

  // Captured: what happens inside a scrolling part of the page does not bubble up.
  for (const name of activities) addEventListener(name, touch, { capture: true, passive: true })
  for (const name of returns) addEventListener(name, look, { capture: true })
  addEventListener('storage', onStorage)
  touch()
  return { touch, stop }
}

/** When somebody last did something in any tab; now where nothing is known, or where the clock was set back since. */
function lastActivity(now: number): number {
  const stored = Number(localStorage.getItem(activityKey))
  if (stored > 0 && stored <= now) return stored
  localStorage.setItem(activityKey, String(now))
  return now
}

/** Ends the session here and on the server, and goes to the sign-in, which is a new document (AUTH-51). */
export async function endIdleSession(request: typeof send = send): Promise<void> {
  const token = readSession()?.token
  rememberOrigin()
  leaveNotice({ ...farewell, text: 'Signed out after an hour of inactivity.' })
  // Another tab may have said so already, or the relay be away: the session here ends anyhow.
  const told = token ? request({ method: logout.method, path: logout.path, token }).catch(() => undefined) : undefined
  await Promise.race([told, new Promise(resolve => setTimeout(resolve, farewellMs))])
  clearSession()
  goToSignIn()
}
