import { takeOrigin } from '../../../api/calls/origin.ts'
import { leaveNotice } from '../../../api/session/notice.ts'
import { type Session, saveSession } from '../../../api/session/session.ts'

/** Keeps the session and goes to where one wanted to go, for which the console says that it went well (AUTH-18, AUTH-20). */
export function enter(session: Session): void {
  saveSession(session)
  leaveNotice({ kind: 'success', title: 'Login successful', text: 'You have successfully logged in!' })
  location.replace(takeOrigin())
}
