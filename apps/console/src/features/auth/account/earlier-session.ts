import { isDemoToken } from '@hornets/contract/demo-token'
import { send } from '../../../api/calls/transport.ts'
import { readSession } from '../../../api/session/session.ts'

/**
 * Sends a call of the sign-in with the token of the session that it replaces on this device: the server ends that one.
 * Not with one of the demo, which would lead the call there.
 */
export const sendInPlace: typeof send = request => {
  const token = readSession()?.token
  return send(isDemoToken(token) ? request : { ...request, token })
}
