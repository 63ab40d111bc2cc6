let openedAt = 0

export function notePageOpening(): void {
  openedAt = performance.now()
}

/** Milliseconds since the page on screen began to open. */
export const sincePageOpening = (): number => performance.now() - openedAt
