import { refCount, useHold } from './ref-count.ts'

const page = refCount()

/** Until released (which counts once), the page does not reload by itself. */
export const holdPage = page.hold

/** Holds the page while mounted and `active`. */
export const useHoldPage = (active: boolean): void => useHold(page, active)

export const isAtWork = page.isHeld

/** Calls back when something starts or ends. Returns a function that unsubscribes. */
export const onWorkChange = page.subscribe
