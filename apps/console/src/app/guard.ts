import { noTokenText } from '../api/api-error.ts'
import { leaveNotice } from '../api/notice.ts'
import { clearSession, hasLeftovers, readSession, rememberOrigin } from '../api/session.ts'

/** Pages are for the signed-in: others go to the sign-in and come back here after it (AUTH-03 to AUTH-08, R-03, R-12). */
export function requireSession(path: string): Promise<never> | undefined {
  if (readSession()) return undefined
  if (hasLeftovers()) leaveNotice({ kind: 'error', title: noTokenText })
  clearSession()
  rememberOrigin(path)
  return leaveForSignIn()
}

/** Goes to the sign-in, which is a document of its own; the printed setup token goes along. Never resolves: this document ends. */
export function leaveForSignIn(): Promise<never> {
  const setupToken = new URLSearchParams(location.search).get('setup')
  location.replace(setupToken ? `/auth/sign-up?setup=${encodeURIComponent(setupToken)}` : '/auth/login')
  return new Promise(() => {})
}
