import { listeners } from './listeners.ts'

const keepers = listeners()
let unasked = false

/** Calls back before this document is left without being asked, or its page falls: what was typed is still there. Returns the way to stop. */
export const onPageEnd = keepers.listen

/** Has unsaved edits written down (api/drafts). */
export const keepEdits = keepers.tell

/** This document goes, and not because who uses it wants to: about edits that are written down nobody is asked. */
export function leaveUnasked(): void {
  unasked = true
}

export const isLeftUnasked = (): boolean => unasked
