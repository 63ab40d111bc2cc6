import { loggedOutText, noTokenText } from './api-error.ts'
import { createClient } from './client.ts'
import { leaveBecause } from './leave.ts'
import { readSession } from './session.ts'
import { send } from './transport.ts'

/** The admin API with the session of this device. */
export const api = createClient({
  token: () => readSession()?.token,
  send,
  onUnauthorized: () => leaveBecause(loggedOutText),
  onNoToken: () => leaveBecause(noTokenText),
})
