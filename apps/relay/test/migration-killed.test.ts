import { expect, it } from 'vitest'
import { killMoves } from './support/kill-moves.ts'

// `npm run bench -- migration-kill` does the same at 50 steps.
it('moves the events of an old relay.db to the same end wherever a start is killed', async () => {
  const { steps, different } = await killMoves({ kills: 3, seed: 'a few' })
  expect(steps).toBeGreaterThan(40)
  expect(different).toEqual([])
}, 120_000)
