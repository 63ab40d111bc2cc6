import { createRequests } from './requests.ts'

export type ToastKind = 'success' | 'error' | 'info'

export interface ToastOptions {
  readonly text?: string
  /** It stays until this aborts. */
  readonly until?: AbortSignal
  /** For example Undo. The toast then stays for 8 s. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
}

export interface ToastRequest extends ToastOptions {
  readonly kind: ToastKind
  readonly title: string
}

/** Rendered by ToastHost, in its own chunk. */
export const toastRequests = createRequests<ToastRequest>()

const add = (kind: ToastKind) => (title: string, options?: ToastOptions) =>
  toastRequests.send({ kind, title, ...options })

/** Short messages at the screen's edge, announced to screen readers. */
export const toast = { success: add('success'), error: add('error'), info: add('info') }
