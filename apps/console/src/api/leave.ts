import { isDemo, leaveEndedDemo } from './demo.ts'
import { leaveNotice } from './notice.ts'
import { clearSession, rememberOrigin } from './session.ts'

let leaving = false

/** Ends the session on this device and goes to the sign-in, which shows why. Many failing calls make one farewell. */
export function leaveBecause(text: string): void {
  if (leaving) return
  leaving = true
  if (isDemo()) return void leaveEndedDemo()
  rememberOrigin(location.pathname + location.search + location.hash)
  leaveNotice({ kind: 'error', title: text })
  clearSession()
  location.replace('/auth/login')
}
