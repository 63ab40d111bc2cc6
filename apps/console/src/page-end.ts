const keepers = new Set<() => void>()
let unasked = false

/** Calls back before this document is left without being asked, or its page falls: what was typed is still there. Returns the way to stop. */
export function onPageEnd(keep: () => void): () => void {
  keepers.add(keep)
  return () => {
    keepers.delete(keep)
  }
}

/** Has unsaved edits written down (api/drafts). */
export function keepEdits(): void {
  for (const keep of keepers) keep()
}

/** This document goes, and not because who uses it wants to: about edits that are written down nobody is asked. */
export function leaveUnasked(): void {
  unasked = true
}

export const isLeftUnasked = (): boolean => unasked
