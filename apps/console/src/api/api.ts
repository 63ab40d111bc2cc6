import { loggedOutText, noTokenText } from './api-error.ts'
import { createClient } from './client.ts'
import { sendToOwnNode } from './demo.ts'
import { leaveBecause } from './leave.ts'
import { readSession } from './session.ts'
import { askPassword } from './step-up.ts'

/** The admin API with the session of this device. */
export const api = createClient({
  token: () => readSession()?.token,
  send: sendToOwnNode,
  onUnauthorized: () => leaveBecause(loggedOutText),
  onNoToken: () => leaveBecause(noTokenText),
  askPassword,
})
