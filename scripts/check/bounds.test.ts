import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { boundedBy } from './bounded-by.ts'
import { findBounded, namesIn, titlesIn } from './find-bounded.ts'
import { fixedBounds } from './fixed-bounds.ts'

const bounded = findBounded().filter(name => !fixedBounds.has(name))
const named = Object.values(boundedBy).flatMap(namesIn)

it('every queue, slot table, cache and database table of the relay has a row in docs/bounds.md', () => {
  expect(titlesIn(readFileSync(inProject('docs/bounds.md'), 'utf8')).sort()).toEqual(Object.keys(boundedBy).sort())
  expect(bounded.filter(name => !named.includes(name))).toEqual([])
})

it('no row bounds what does not exist', () => {
  expect(named.filter(name => !bounded.includes(name))).toEqual([])
})

it('the list of what is fixed by the code names nothing that does not exist', () => {
  const found = new Set(findBounded())
  expect([...fixedBounds].filter(name => !found.has(name))).toEqual([])
})

it('reads fields by their file, and tables', () => {
  expect(namesIn(['a.ts #one two', 'rows more'])).toEqual(['a.ts #one', 'a.ts two', 'rows', 'more'])
  expect(titlesIn('| what | in total |\n|---|---|\n| Log | 4 MB |\n| A `b` | |')).toEqual(['Log', 'A `b`'])
})
