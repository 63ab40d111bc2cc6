import { emitter } from './emitter.ts'

const keepers = emitter()
let unasked = false

/** Also if the page crashes: the input still exists. Returns a function that unsubscribes. */
export const onPageEnd = keepers.subscribe

/** Stores unsaved edits (api/drafts). */
export const keepEdits = keepers.emit

/** The document ends, but not by the user's choice: no prompt for edits that are stored. */
export function leaveUnasked(): void {
  unasked = true
}

export const isLeftUnasked = (): boolean => unasked
