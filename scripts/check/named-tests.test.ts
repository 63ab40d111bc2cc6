import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'
import { testsOf } from './blossom-tests.ts'

const tests = projectFiles().filter(path => /\.test\.tsx?$/.test(path))

test.each([
  'security',
  'bounds',
  'operate/run',
  'operate/grow',
  'operate/wallet',
  'architecture',
  'performance',
  'notes/measurements',
])('docs/%s.md names only tests that exist', name => {
  const text = readFileSync(inProject(`docs/${name}.md`), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path)
  expect(named.filter(path => !tests.some(test => `/${test}`.endsWith(`/${path}`)))).toEqual([])
})

test('each requirement in docs/blossom.md has a test, by its title', () => {
  const required = readFileSync(inProject('docs/blossom.md'), 'utf8').matchAll(/^- (BUD-.+)$/gm)
  expect([...required].map(([, line = '']) => line)).toEqual(Object.keys(testsOf))
  expect(Object.keys(testsOf).length).toBeGreaterThan(25)
  const isMissing = ([file, title]: readonly [string, string]) => {
    const path = tests.find(test => test === file || test === `apps/relay/test/media/${file}`)
    return path === undefined || !readFileSync(inProject(path), 'utf8').includes(title)
  }
  expect(Object.entries(testsOf).filter(([, named]) => named.length === 0 || named.some(isMissing))).toEqual([])
})
