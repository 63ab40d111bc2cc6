let openedAt = 0

/** Called when the router begins to open another page; the first one opens with the document. */
export function notePageOpening(): void {
  openedAt = performance.now()
}

/** Milliseconds since the page on screen began to open. */
export const sincePageOpening = (): number => performance.now() - openedAt
