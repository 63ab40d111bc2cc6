import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { findBounded, readBounds } from './find-bounded.ts'

const document = readFileSync(inProject('docs/bounds.md'), 'utf8')

it('docs/bounds.md names the bound of every queue, slot table, cache and database table of the relay', () => {
  const named = readBounds(document)
  expect(findBounded().filter(name => !named.has(name))).toEqual([])
})

it('docs/bounds.md bounds nothing that does not exist', () => {
  const found = new Set(findBounded())
  expect([...readBounds(document)].filter(name => !found.has(name))).toEqual([])
})

it('finds what a row forgets', () => {
  const without = document.replace('`used-once.ts` (`#until`)', '').replace(', table `subscription_invoices`', '')
  const named = readBounds(without)
  expect(findBounded().filter(name => !named.has(name))).toEqual(['subscription_invoices', 'used-once.ts #until'])
})
