import { enterDemo } from '@hornets/contract/admin/demo'
import { isDemoToken } from '@hornets/contract/demo-token'
import type { AnswerOf } from '@hornets/contract/endpoint'
import type { messages } from '@hornets/contract/messages'
import { errorFromAnswer } from '../calls/api-error.ts'
import { ask } from '../calls/ask.ts'
import { send } from '../calls/transport.ts'
import { leaveNotice } from './notice.ts'
import { clearSession, readSession, saveSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

declare global {
  /** The answer to `POST /demo` that `public/demo-gate.js` has asked for; undefined in it: none came. */
  var demoAnswer: Promise<Response | undefined> | undefined
}

/** So that a demo that refuses its own token at once is not begun without end. */
const renewalsApartMs = 30_000
const renewedKey = 'demoRenewedAt'
const setupKey = 'setup'

/** Two of the contract's messages: the sign-in, which needs this file too, comes without their table. */
const demoBeganAnew: (typeof messages)['demoBeganAnew'] = 'The demo has been reset'
const demoOver: (typeof messages)['demoOver'] = 'This demo is over'

/** Is this the demo? By the stored token, so that a session of the demo can never pass for a real one. */
export const isDemo = (): boolean => isDemoToken(readSession()?.token)

/**
 * One request to the node whose data is on screen: in the demo every call says so, those too that need no token, so that
 * nothing of the real node gets among what is made up.
 */
export const sendToOwnNode: typeof send = request =>
  send(isDemo() ? { ...request, token: readSession()?.token } : request)

/** Has the document come with a demo for who has no session? */
export const isDemoOffered = (): boolean => globalThis.demoAnswer !== undefined

/** Begins a session of the demo that was asked for. False when there is none for us; where the relay says why, that is left as a notice. */
export async function enterOfferedDemo(): Promise<boolean> {
  const answer = await globalThis.demoAnswer
  globalThis.demoAnswer = undefined
  if (answer?.ok) return saveDemo((await answer.json()) as AnswerOf<typeof enterDemo>)
  if (answer && answer.status !== 404) {
    const { message } = errorFromAnswer(answer.status, await answer.text())
    leaveNotice({ kind: 'error', title: message })
  }
  return false
}

/** The demo has ended: goes on in the next one where the relay still offers one, else to the sign-in. */
export async function leaveEndedDemo(): Promise<void> {
  const last = Number(sessionStorage.getItem(renewedKey) ?? 0)
  const mayTry = Date.now() - last > renewalsApartMs
  const next = mayTry && (await ask(send, enterDemo).catch(() => undefined))
  if (next) {
    sessionStorage.setItem(renewedKey, String(Date.now()))
    saveDemo(next)
    leaveNotice({ kind: 'info', title: demoBeganAnew })
    return location.reload()
  }
  clearSession()
  leaveNotice({ kind: 'info', title: demoOver })
  goToSignIn()
}

/** The token of the printed address, kept for this tab while its owner looks at the demo. */
export const keepSetupToken = (token: string | undefined): void => {
  if (token) sessionStorage.setItem(setupKey, token)
}

/** Where the relay is claimed, with the setup token where one was brought. */
export function claimPath(): string {
  const token = sessionStorage.getItem(setupKey)
  return token ? `/auth/sign-up?setup=${encodeURIComponent(token)}` : '/auth/sign-up'
}

function saveDemo(session: AnswerOf<typeof enterDemo>): true {
  saveSession(session)
  return true
}
