import { listeners } from './listeners.ts'

const keepers = listeners()
let unasked = false

/**
 * Calls back before the document is left without a prompt, or its page crashes: the input still exists. Returns a
 * function that unsubscribes.
 */
export const onPageEnd = keepers.listen

/** Stores unsaved edits (api/drafts). */
export const keepEdits = keepers.tell

/** The document ends, but not by the user's choice: no prompt for edits that are stored. */
export function leaveUnasked(): void {
  unasked = true
}

export const isLeftUnasked = (): boolean => unasked
