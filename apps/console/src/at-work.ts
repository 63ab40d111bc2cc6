import { holders, useHold } from './holders.ts'

const page = holders()

/**
 * Something is unsaved or under way: edits, an open dialog, a call that changes something. Until it is let go the page does
 * not reload by itself. Returns the way to let go, which counts once.
 */
export const holdPage = page.hold

/** Holds the page while mounted and `active`. */
export const useHoldPage = (active: boolean): void => useHold(page, active)

export const isAtWork = page.isHeld

/** Calls back when something begins or ends. Returns the way to stop. */
export const onWorkChange = page.listen
