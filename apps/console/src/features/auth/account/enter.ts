import { takeOrigin } from '../../../api/calls/origin.ts'
import { leaveNotice } from '../../../api/session/notice.ts'
import { type Session, saveSession } from '../../../api/session/session.ts'

export function enter(session: Session): void {
  saveSession(session)
  leaveNotice({ kind: 'success', title: 'Login successful', text: 'You have successfully logged in!' })
  location.replace(takeOrigin())
}
