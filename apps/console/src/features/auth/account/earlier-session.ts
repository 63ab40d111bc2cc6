import { isDemoToken } from '@hornets/contract/demo-token'
import { send } from '../../../api/calls/transport.ts'
import { readSession } from '../../../api/session/session.ts'

/**
 * Sends a sign-in call with the token of the session it replaces on this device, which the server then ends. Not with a
 * demo token, which would send the call to the demo.
 */
export const sendInPlace: typeof send = request => {
  const token = readSession()?.token
  return send(isDemoToken(token) ? request : { ...request, token })
}
