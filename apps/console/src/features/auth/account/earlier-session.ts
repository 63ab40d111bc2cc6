import { isDemoToken } from '@hornets/contract/demo-token'
import { openClient } from '../../../api/calls/open-api.ts'
import { sendAndRecognise } from '../../../api/server/recognise.ts'
import { readSession } from '../../../api/session/session.ts'

/** The server ends the session that this replaces. Not with one of the demo, which would lead the call there. */
export const apiInPlace = openClient(request => {
  const token = readSession()?.token
  return sendAndRecognise(isDemoToken(token) ? request : { ...request, token })
})
