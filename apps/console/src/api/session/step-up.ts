import { signal } from '../../signal.ts'
import { ApiError } from '../calls/api-error.ts'

/** What the dialog asks the password for (`session.stepUp.what`). */
export type StepUpReason = 'twoFactor' | 'admins' | 'secret' | 'wallet' | 'unblock' | 'other'

export type AskPassword = (reason: StepUpReason) => Promise<boolean>

export interface PendingStepUp {
  readonly reason: StepUpReason
  readonly answer: (confirmed: boolean) => void
}

/**
 * Repeats the call once after `password_needed`, so that there are no endless prompts. If cancelled, the refusal
 * stands.
 */
export async function withStepUp<T>(ask: AskPassword | undefined, path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'password_needed'
    if (!isNeeded || !ask || !(await ask(reasonOf(path)))) throw error
    return call()
  }
}

/** By the call's path at the server. */
export function reasonOf(path: string): StepUpReason {
  const [, first, second, third] = path.split(/[/?]/)
  if (first === 'wallet') return 'wallet'
  if (second === 'admins') return 'admins'
  if (second === 'settings') return 'secret'
  if (third === 'unblock-many') return 'unblock'
  return third === 'two-factor' ? 'twoFactor' : 'other'
}

const pending = signal<PendingStepUp | undefined>(undefined)
let asking: Promise<boolean> | undefined

/** One prompt for all concurrent calls; the dialog answers it (app/step-up-host.tsx). */
export const askPassword: AskPassword = reason => {
  asking ??= new Promise<boolean>(resolve => {
    pending.set({ reason, answer: resolve })
  }).finally(() => {
    asking = undefined
    pending.set(undefined)
  })
  return asking
}

export const pendingStepUp = pending.get
export const usePendingStepUp = pending.useValue
