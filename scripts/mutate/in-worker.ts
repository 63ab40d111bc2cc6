import { afterAll, afterEach, beforeEach, inject } from 'vitest'
import type { Seen, TurnedOn } from './session.ts'

// Loaded before each test file: what instrumented sources ask.

const { id, patienceMs } = inject('turnedOn')
const reached = new Set<number>()
/** Tests can replace the clock. */
const now = performance.now.bind(performance)
const until = now() + patienceMs
/** Looking at the clock at each turn would take longer than the loop. */
const turnsPerLook = 64
let turns = 0

const isOn = (asked: number): boolean => {
  reached.add(asked)
  return asked === id
}

/** A mutant that makes a loop endless is noticed by this exception. */
const turn = (): void => {
  turns += 1
  if (turns % turnsPerLook === 0 && now() > until) throw new Error('A mutant loops.')
}

Object.assign(globalThis, { mutant: Object.assign(isOn, { turn }) })

// One failed test is enough to notice an error: the others of its file are left out.
let isNoticed = false
beforeEach(({ skip }) => {
  if (id > 0 && isNoticed) skip()
})
afterEach(({ task }) => {
  isNoticed ||= task.result?.state === 'fail'
})

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures a hook wants from its first parameter.
afterAll(({}, file) => {
  const seen: Seen = { reached: [...reached] }
  Object.assign(file.meta, seen)
})

declare module 'vitest' {
  export interface ProvidedContext {
    turnedOn: TurnedOn
  }
}
