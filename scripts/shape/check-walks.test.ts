import { expect, it } from 'vitest'
import { checkWalks } from './check-walks.ts'
import { readSource } from './read-source.ts'

const sources = [
  readSource('apps/relay/src/a.ts', "import { b } from './b.ts'"),
  readSource('apps/relay/src/b.ts', "import type { D } from './d.ts'"),
  readSource('apps/relay/src/c.ts', "import type { D } from './d.ts'"),
  readSource('apps/relay/src/d.ts', ''),
  readSource('apps/relay/src/e.ts', ''),
]
const found = (files: string, most = 9) =>
  checkWalks(sources, [{ title: 'x', until: 'y', most, steps: [['relay', files]] }]).map(one => one.found)

it('a walk whose files are joined by imports, or by what both import, is accepted', () => {
  expect(found('a b c', 3)).toEqual([])
  expect(found('a b ~e')).toEqual([])
})

it.each([
  ['a b c', 2, 'has 3 files, and may have 2'],
  ['a f', 9, "does not exist in the walk 'x'"],
  ['a b a', 9, "stands twice in the walk 'x'"],
  ['a e', 9, "is joined by no import in the walk 'x'"],
])('the walk %s with at most %i files is refused', (files, most, text) => {
  expect(found(files, most)).toEqual([text])
})
