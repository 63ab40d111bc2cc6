export interface Notice {
  readonly kind: 'success' | 'error' | 'info'
  readonly title: string
  readonly text?: string
}

export const farewell: Notice = { kind: 'info', title: 'You have been logged out. Please login again.' }

const storageKey = 'notice'

export function leaveNotice(notice: Notice): void {
  sessionStorage.setItem(storageKey, JSON.stringify(notice))
}

export function takeNotice(): Notice | null {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return stored ? (JSON.parse(stored) as Notice) : null
}
