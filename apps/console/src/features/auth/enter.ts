import { isDemo } from '../../api/demo.ts'
import { leaveNotice } from '../../api/notice.ts'
import { clearSession, type Session, saveSession, takeOrigin } from '../../api/session.ts'

/** Keeps the session and goes to where one wanted to go, for which the console says that it went well (AUTH-18, AUTH-20). */
export function enter(session: Session): void {
  // What is kept of the demo on this device must not be taken for the relay's.
  if (isDemo()) clearSession()
  saveSession(session)
  leaveNotice({ kind: 'success', title: 'Login successful', text: 'You have successfully logged in!' })
  location.replace(takeOrigin())
}
