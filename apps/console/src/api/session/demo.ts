import { enterDemo } from '@hornets/contract/admin/demo'
import { isDemoToken } from '@hornets/contract/demo-token'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { messages } from '@hornets/contract/messages'
import { errorFromAnswer } from '../calls/api-error.ts'
import { openApi } from '../calls/open-api.ts'
import type { send } from '../calls/transport.ts'
import { sendToServer } from '../server/server.ts'
import { leaveNotice } from './notice.ts'
import { clearSession, readSession, saveSession } from './session.ts'
import { goToSignIn } from './sign-in-page.ts'

declare global {
  /** The answer to `POST /demo` requested by `public/demo-gate.js`; it contains undefined if there was none. */
  var demoAnswer: Promise<Response | undefined> | undefined
}

/** Prevents endless restarts if a demo refuses its own token. */
const renewalsApartMs = 30_000
const renewedKey = 'demoRenewedAt'
const setupKey = 'setup'

/** By the stored token, so that a demo session can never pass for a real one. */
export const isDemo = (): boolean => isDemoToken(readSession()?.token)

/** In the demo every call carries its token, even public ones, so that no real data is mixed in. */
export const sendToOwnNode: typeof send = request =>
  sendToServer(isDemo() ? { ...request, token: readSession()?.token } : request)

export const isDemoOffered = (): boolean => globalThis.demoAnswer !== undefined

/** Starts the requested demo session. False if there is none; the relay's reason, if any, is left as a notice. */
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

/** The demo has ended: continues in the next one if the relay offers it, else at the sign-in. */
export async function leaveEndedDemo(): Promise<void> {
  const last = Number(sessionStorage.getItem(renewedKey) ?? 0)
  const mayTry = Date.now() - last > renewalsApartMs
  const next = mayTry && (await openApi.call(enterDemo).catch(() => undefined))
  if (next) {
    sessionStorage.setItem(renewedKey, String(Date.now()))
    saveDemo(next)
    leaveNotice({ kind: 'info', title: messages.demoBeganAnew })
    return location.reload()
  }
  clearSession()
  leaveNotice({ kind: 'info', title: messages.demoOver })
  goToSignIn()
}

/** The token from the printed address, kept in this tab while its owner visits the demo. */
export const keepSetupToken = (token: string | undefined): void => {
  if (token) sessionStorage.setItem(setupKey, token)
}

/** Path for claiming the relay, with the setup token if known. */
export function claimPath(): string {
  const token = sessionStorage.getItem(setupKey)
  return token ? `/auth/sign-up?setup=${encodeURIComponent(token)}` : '/auth/sign-up'
}

function saveDemo(session: AnswerOf<typeof enterDemo>): true {
  saveSession(session)
  return true
}
