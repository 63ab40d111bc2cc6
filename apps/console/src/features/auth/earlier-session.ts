import { isDemoToken } from '@hornets/contract/demo-token'
import { readSession } from '../../api/session.ts'
import { send } from '../../api/transport.ts'

/**
 * Sends a call of the sign-in with the token of the session that it replaces on this device: the server ends that one.
 * Not with one of the demo, which would lead the call there.
 */
export const sendInPlace: typeof send = request => {
  const token = readSession()?.token
  return send(isDemoToken(token) ? request : { ...request, token })
}
