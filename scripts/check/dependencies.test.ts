import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

const manifests = projectFiles().filter(path => /(^|\/)package\.json$/.test(path))
const listed = (kind: string) =>
  manifests.flatMap(path => Object.entries<string>(JSON.parse(readFileSync(inProject(path), 'utf8'))[kind] ?? {}))
const foreign = ['dependencies', 'devDependencies', 'optionalDependencies']
  .flatMap(listed)
  .filter(([name]) => !name.startsWith('@hornets/'))
const rows = readFileSync(inProject('docs/dependencies.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('- `'))
const explained = rows.flatMap(row => [...(row.split(': ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1]))

test('every version is exact', () => {
  expect(foreign.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('docs/dependencies.md has a line for every dependency, and for no other', () => {
  expect([...explained].sort()).toEqual([...new Set(foreign.map(([name]) => name))].sort())
})
