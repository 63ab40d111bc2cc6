import type { readInvitation } from '@hornets/contract/admin/auth'
import type { AnswerOf } from '@hornets/contract/endpoint'
import type { send } from '../../api/transport.ts'

export type Invitation = AnswerOf<typeof readInvitation>

/** What an invitation link offers. Throws ApiError. */
export async function readInvitationOf(token: string, request: typeof send): Promise<Invitation> {
  return (await request({ method: 'POST', path: '/invitation', body: { invitation: token } })) as Invitation
}
