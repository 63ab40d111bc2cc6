import { expect, it } from 'vitest'
import { firstError } from './first-error.ts'

it('SET-18: finds the first error, even in a nested list', () => {
  const instances = [undefined, { url: { type: 'custom', message: 'This field is required!' } }]
  expect(firstError({ nitter: { instances }, timeout: { message: 'later' } })).toBe('This field is required!')
})

it('SET-18: no wrong field, nothing to tell', () => {
  expect(firstError({})).toBeUndefined()
})
