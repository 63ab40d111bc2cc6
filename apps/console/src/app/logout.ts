import { logout } from '@hornets/contract/admin/auth'
import { ApiError } from '../api/api-error.ts'
import type { Notice } from '../api/notice.ts'
import type { send } from '../api/transport.ts'

/** Revokes the token on the server and says what to tell the user (AUTH-43 to AUTH-47). Never throws: the session here ends anyhow. */
export async function revokeToken(token: string | undefined, request: typeof send): Promise<Notice> {
  try {
    if (token) await request({ method: logout.method, path: logout.path, token })
    return { kind: 'info', title: 'You have been logged out. Please login again.' }
  } catch (error) {
    const answered = error instanceof ApiError && error.status > 0
    return answered
      ? { kind: 'error', title: 'Logout failed on server', text: 'An error occurred during logout.' }
      : { kind: 'error', title: 'An error occurred during logout', text: error instanceof Error ? error.message : '' }
  }
}
