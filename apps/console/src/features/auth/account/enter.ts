import { takeOrigin } from '../../../api/calls/origin.ts'
import { leaveNotice } from '../../../api/session/notice.ts'
import { type Session, saveSession } from '../../../api/session/session.ts'

/** Stores the session and opens the requested page, which shows the success message (AUTH-18, AUTH-20). */
export function enter(session: Session): void {
  saveSession(session)
  leaveNotice({ kind: 'success', title: 'Login successful', text: 'You have successfully logged in!' })
  location.replace(takeOrigin())
}
