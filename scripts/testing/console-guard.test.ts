import { expect, test, vi } from 'vitest'
import { guardConsole } from './console-guard.ts'

test('an unexpected console.error fails the test, and is still printed', () => {
  const error = vi.fn()
  const watched = { error }
  const guard = guardConsole(watched)
  guard.begin()
  watched.error('the store is', 'gone')
  expect(() => guard.end()).toThrow('console.error was called unexpectedly:\nthe store is gone')
  expect(error).toHaveBeenCalledWith('the store is', 'gone')
  expect(watched.error).toBe(error)
})

test('a console.error that the test has asked for passes', () => {
  const watched = { error: vi.fn() }
  const guard = guardConsole(watched)
  guard.begin()
  watched.error = vi.fn()
  watched.error('asked for')
  expect(() => guard.end()).not.toThrow()
})

test('one test says nothing about the next', () => {
  const watched = { error: vi.fn() }
  const guard = guardConsole(watched)
  guard.begin()
  watched.error('first')
  expect(() => guard.end()).toThrow()
  guard.begin()
  expect(() => guard.end()).not.toThrow()
})
