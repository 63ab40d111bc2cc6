import { rememberOrigin } from '../calls/origin.ts'
import { isDemo, leaveEndedDemo } from './demo.ts'
import { farewell, leaveNotice } from './notice.ts'
import { clearSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

let leaving = false

/** Ends the session on this device and goes to the sign-in, which shows why. Many failing calls make one farewell. */
export function leaveBecause(text: string): void {
  if (leaving) return
  leaving = true
  if (isDemo()) return void leaveEndedDemo()
  rememberOrigin()
  leaveNotice({ kind: 'error', title: text })
  clearSession()
  goToSignIn()
}

/** Who is signed in has ended their own session on the server by what they did: says so, and goes to the sign-in. */
export function leaveByChoice(): void {
  leaving = true
  leaveNotice(farewell)
  clearSession(true)
  goToSignIn()
}
