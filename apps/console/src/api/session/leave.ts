import { rememberOrigin } from '../calls/origin.ts'
import { isDemo, leaveEndedDemo } from './demo.ts'
import { farewell, leaveNotice } from './notice.ts'
import { clearSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

let leaving = false

/** Only the first of many failing calls counts. */
export function leaveBecause(text: string): void {
  if (leaving) return
  leaving = true
  if (isDemo()) return void leaveEndedDemo()
  rememberOrigin()
  leaveNotice({ kind: 'error', title: text })
  clearSession()
  goToSignIn()
}

export function leaveByChoice(): void {
  leaving = true
  leaveNotice(farewell)
  clearSession(true)
  goToSignIn()
}
