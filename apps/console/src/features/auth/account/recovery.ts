import { checkSecurityCode, forgotPassword, setNewPassword } from '@hornets/contract/admin/auth'
import { ask } from '../../../api/calls/ask.ts'
import type { send } from '../../../api/calls/transport.ts'

/** How long one waits before another code can be asked for. */
const resendAfterMs = 30_000

const storageKey = 'recovery'

/** A recovery on its way. Lies in the storage of this tab, never in an address: it survives a reload and nothing else. */
export interface Recovery {
  readonly email: string
  /** When the last mail was asked for, in ms since 1970. */
  readonly sentAt: number
  /** What tells this browser from others that recover the same account: its wrong codes are its own. */
  readonly handle?: string | undefined
  /** The code, once the server has found it right. */
  readonly code?: string
}

export function readRecovery(storage: Pick<Storage, 'getItem'> = sessionStorage): Recovery | undefined {
  try {
    const { email, sentAt, handle, code } = JSON.parse(storage.getItem(storageKey) ?? 'null') as Recovery
    if (typeof email !== 'string' || typeof sentAt !== 'number') return undefined
    return { email, sentAt, ...(typeof handle === 'string' && { handle }), ...(typeof code === 'string' && { code }) }
  } catch {
    return undefined
  }
}

export const keepRecovery = (recovery: Recovery) => sessionStorage.setItem(storageKey, JSON.stringify(recovery))
export const forgetRecovery = () => sessionStorage.removeItem(storageKey)

/** Seconds until another code can be asked for; 0 when it can be now, also when the clock was set back meanwhile. */
export function secondsUntilResend({ sentAt }: Pick<Recovery, 'sentAt'>, now: number): number {
  const left = sentAt + resendAfterMs - now
  return left > 0 && left <= resendAfterMs ? Math.ceil(left / 1000) : 0
}

/** Asks for a mail with a code. Resolves to what is kept of it. Throws ApiError. */
export async function askForCode(email: string, request: typeof send, now = Date.now): Promise<Recovery> {
  const { recovery: handle } = await ask(request, forgotPassword, { body: { email } })
  return { email, sentAt: now(), ...(handle !== undefined && { handle }) }
}

/** Where the code's screen leads: one step back, and on; both can be set by who shows it (AUTH-33, AUTH-36). */
export interface CodeExits {
  readonly onBack?: (() => void) | undefined
  readonly onFinish?: ((code: string) => void) | undefined
}

/** The exits with their defaults: back in the history, on to the new password. */
export function codeExits(
  { onBack, onFinish }: CodeExits,
  way: { readonly stepBack: () => void; readonly goOn: () => void },
): Required<CodeExits> {
  return { onBack: onBack ?? way.stepBack, onFinish: onFinish ?? way.goOn }
}

/** Is this code the mailed one? Throws ApiError with the server's words when not (AUTH-37). */
export async function checkCode(
  { email, handle: recovery }: Recovery,
  code: string,
  request: typeof send,
): Promise<void> {
  await ask(request, checkSecurityCode, { body: { email, code, recovery } })
}

/** Throws ApiError. */
export async function setPassword(
  { email, handle: recovery, code }: Recovery,
  password: string,
  request: typeof send,
): Promise<void> {
  const body = { email, code: code ?? '', recovery, password, confirmPassword: password }
  await ask(request, setNewPassword, { body })
}
