import { setTimeout as pause } from 'node:timers/promises'

const lookMs = 20

/** Asks until it is true. Errors of `ask` end it. */
export async function answered(ask: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const until = performance.now() + withinMs; !(await ask()); await pause(lookMs))
    if (performance.now() > until) throw new Error(`not so within ${withinMs} ms`)
}
