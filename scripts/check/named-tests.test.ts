import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

const tests = projectFiles().filter(path => /\.test\.tsx?$/.test(path))

test.each(['security', 'bounds', 'operate/run', 'operate/wallet', 'architecture', 'performance', 'notes/measurements'])(
  'docs/%s.md names only tests that exist',
  name => {
    const text = readFileSync(inProject(`docs/${name}.md`), 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path)
    expect(named.filter(path => !tests.some(test => `/${test}`.endsWith(`/${path}`)))).toEqual([])
  },
)

test('docs/blossom.md names a test for each requirement, by its title', () => {
  const rows = readFileSync(inProject('docs/blossom.md'), 'utf8')
    .split('\n')
    .filter(line => /^\| \d/.test(line))
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter(row => !isProven(row))).toEqual([])
})

function isProven(row: string): boolean {
  const named = row.split(' | ').at(-1)?.replace(/ \|$/, '').split('; ') ?? []
  return named.every(one => {
    const [, path = '', title = ''] = one.match(/^`([\w./-]+\.test\.ts)`: (.{8,})$/) ?? []
    const file = tests.find(test => test === path || test === `apps/relay/test/media/${path}`)
    return file !== undefined && readFileSync(inProject(file), 'utf8').includes(title)
  })
}
