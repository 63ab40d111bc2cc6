import { sendToOwnNode } from '../session/demo.ts'
import { leaveBecause } from '../session/leave.ts'
import { readSession } from '../session/session.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { askPassword } from '../session/step-up.ts'
import { loggedOutText, noTokenText } from './api-error.ts'
import { createClient } from './client.ts'

export const api = createClient({
  token: () => readSession()?.token,
  send: sendToOwnNode,
  onUnauthorized: () => leaveBecause(loggedOutText),
  onNoToken: () => leaveBecause(noTokenText),
  signInAgain,
  askPassword,
})
