import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { findBounded, readBounds } from './find-bounded.ts'
import { fixedBounds } from './fixed-bounds.ts'

const document = readFileSync(inProject('docs/bounds.md'), 'utf8')
const bounded = findBounded().filter(name => !fixedBounds.has(name))

it('docs/bounds.md names the bound of every queue, slot table, cache and database table of the relay', () => {
  const named = readBounds(document)
  expect(bounded.filter(name => !named.has(name))).toEqual([])
})

it('docs/bounds.md bounds nothing that does not exist', () => {
  const found = new Set(bounded)
  expect([...readBounds(document)].filter(name => !found.has(name))).toEqual([])
})

it('the list of what is fixed by the code names nothing that does not exist', () => {
  const found = new Set(findBounded())
  expect([...fixedBounds].filter(name => !found.has(name))).toEqual([])
})

it('finds what a row forgets', () => {
  const without = document.replace('`used-once.ts` (`#until`)', '').replace(', table `subscription_invoices`', '')
  const named = readBounds(without)
  expect(bounded.filter(name => !named.has(name))).toEqual(['subscription_invoices', 'used-once.ts #until'])
})
