import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { version } from '../version.ts'
import { changesIn } from './changelog.ts'

const changelog = `# Changelog

Of everything.

## [1.2.0] - 2026-12-01

Two words [before](docs/a.md).

### Added

- One, with \`code\`
  on two lines.
- Two.

### Fixed

- Three.

## [1.1.0]

- Four.
`

it('reads the parts of a version, without links and line breaks', () => {
  expect(changesIn(changelog, '1.2.0')).toEqual([
    { title: '', entries: ['Two words before.'] },
    { title: 'Added', entries: ['One, with `code` on two lines.', 'Two.'] },
    { title: 'Fixed', entries: ['Three.'] },
  ])
  expect(changesIn(changelog, '1.1.0')).toEqual([{ title: '', entries: ['Four.'] }])
})

it.each(['1.2', '2.0', '1.2.0.1', '1x1.0', '3.0.0'])('finds nothing of version %s, which it does not name', one => {
  expect(changesIn(changelog, one)).toEqual([])
})

const own = (path = 'CHANGELOG.md') => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const german = () => own('docs/changelog.de.md')

it("knows what is new in this project's own version", () => {
  const parts = changesIn(own(), version)
  expect(parts.map(({ title }) => title)).toContain('Operation')
  expect(parts.flatMap(({ entries }) => entries).filter(entry => /\]\(|^- /.test(entry))).toEqual([])
})

it('has the same versions in German, with the same code in each entry', () => {
  const versions = (changelog: string) => changelog.match(/^## .*/gm)
  expect(versions(german())).toEqual(versions(own()))
  const codes = (changelog: string) =>
    changesIn(changelog, version).map(({ entries }) => entries.map(entry => entry.match(/`[^`]+`/g)?.sort()))
  expect(codes(german())).toEqual(codes(own()))
})
