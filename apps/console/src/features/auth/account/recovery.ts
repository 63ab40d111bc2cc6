import { checkSecurityCode, forgotPassword, setNewPassword } from '@hornets/contract/admin/accounts/auth'
import type { Client } from '../../../api/calls/client.ts'

/** Delay before another code can be requested. */
const resendAfterMs = 30_000

const storageKey = 'recovery'

/** A recovery in progress. Only in this tab's storage, never in a URL: it survives a reload. */
export interface Recovery {
  readonly email: string
  /** When the last mail was requested, in ms since 1970. */
  readonly sentAt: number
  /** Identifies this browser, which has its own attempts. */
  readonly handle?: string | undefined
  /** The code, once the server accepted it. */
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

/** Seconds until another code can be requested; 0 if possible now, also if the clock was set back. */
export function secondsUntilResend({ sentAt }: Pick<Recovery, 'sentAt'>, now: number): number {
  const left = sentAt + resendAfterMs - now
  return left <= resendAfterMs ? Math.max(0, Math.ceil(left / 1000)) : 0
}

/** Requests a mailed code. Resolves to the stored recovery. Throws ApiError. */
export async function askForCode(email: string, client: Client, now = Date.now): Promise<Recovery> {
  const { recovery: handle } = await client.call(forgotPassword, { body: { email } })
  return { email, sentAt: now(), handle }
}

/** Where the code screen leads, back and on; its caller can set both (AUTH-33, AUTH-36). */
export interface CodeExits {
  readonly onBack?: (() => void) | undefined
  readonly onFinish?: ((code: string) => void) | undefined
}

/** The exits with defaults: back in history, on to the new password. */
export function codeExits(
  { onBack, onFinish }: CodeExits,
  way: { readonly stepBack: () => void; readonly goOn: () => void },
): Required<CodeExits> {
  return { onBack: onBack ?? way.stepBack, onFinish: onFinish ?? way.goOn }
}

/** Whether this is the mailed code. Throws ApiError with the server's message if not (AUTH-37). */
export async function checkCode({ email, handle: recovery }: Recovery, code: string, client: Client): Promise<void> {
  await client.call(checkSecurityCode, { body: { email, code, recovery } })
}

export async function setPassword(
  { email, handle: recovery, code }: Recovery,
  password: string,
  client: Client,
): Promise<void> {
  const body = { email, code: code ?? '', recovery, password, confirmPassword: password }
  await client.call(setNewPassword, { body })
}
