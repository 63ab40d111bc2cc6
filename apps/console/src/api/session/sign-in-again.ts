import type { User } from '@hornets/contract/admin/accounts/auth'
import { isAtWork } from '../../at-work.ts'
import { refCount } from '../../ref-count.ts'
import { signal } from '../../signal.ts'
import type { SignInAgain } from '../calls/client.ts'
import { isDemo } from './demo.ts'
import { accountOf, onSessionChange, readSession, type Session, saveSession } from './session.ts'

/** A sign-in that calls wait for. */
export interface PendingSignIn {
  readonly user: User
  readonly answer: (isSignedIn: boolean) => void
}

const pending = signal<PendingSignIn | undefined>(undefined)
let asking: Promise<boolean> | undefined

/** Mounted where the sign-in can be shown over the page. */
export const signInHosts = refCount()
export const usePendingSignIn = pending.useValue

/** Only where something would be lost; elsewhere the session ends (AUTH-48). One question for all calls. */
export const signInAgain: SignInAgain = async ({ token, isChange }) => {
  const session = readSession()
  if (!session || isDemo()) return false
  if (session.token !== token) return true
  if (asking) return asking
  if (!signInHosts.isHeld() || !(isChange || isAtWork())) return false
  asking = ask(session).finally(() => {
    asking = undefined
    pending.set(undefined)
  })
  return asking
}

function ask(ended: Session): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = onSessionChange(() => {
    const now = readSession()
    if (now?.token !== ended.token) resolve(accountOf(now) === accountOf(ended))
  })
  pending.set({ user: ended.user, answer: resolve })
  return promise.finally(stop)
}

/** Continues with a new session. False if it is of another account: then nothing changes. */
export function continueWith(session: Session): boolean {
  if (accountOf(session) !== accountOf(readSession())) return false
  saveSession(session)
  return true
}
