import { setPriority } from 'node:os'

const niceness = 10

/** Lowers this process's priority, so that the server it works beside goes first. */
export function giveWay(): void {
  try {
    setPriority(niceness)
  } catch {
    // Not permitted here: runs at normal priority.
  }
}
