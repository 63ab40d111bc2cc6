import { expect, it } from 'vitest'
import { chartWaitMs } from './chart-wait.ts'

it('charts wait for what is left of 500 ms; a page that took longer to open does not wait again', () => {
  expect([0, 200, 499, 500, 2400].map(chartWaitMs)).toEqual([500, 300, 1, 0, 0])
})
