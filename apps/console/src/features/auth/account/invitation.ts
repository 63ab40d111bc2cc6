import { readInvitation } from '@hornets/contract/admin/auth'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { ask } from '../../../api/calls/ask.ts'
import type { send } from '../../../api/calls/transport.ts'

export type Invitation = AnswerOf<typeof readInvitation>

/** An invitation's terms. Throws ApiError. */
export async function readInvitationOf(token: string, request: typeof send): Promise<Invitation> {
  return ask(request, readInvitation, { body: { invitation: token } })
}
