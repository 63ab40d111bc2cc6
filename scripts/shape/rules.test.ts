import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import type { Files } from './cases/cases.ts'
import { consoleCases } from './cases/console.ts'
import { everywhereCases } from './cases/everywhere.ts'
import { serversCases } from './cases/servers.ts'
import { readSource } from './read-source.ts'
import { rules } from './rules/all.ts'

const cases = { ...everywhereCases, ...consoleCases, ...serversCases }

const check = (name: string, files: Files) => {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text))
  return rules.find(rule => rule.name === name)?.check(sources, Object.keys(files)) ?? []
}

test('every rule has cases here, and every case its rule', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(rule => rule.name).sort())
})

test('CONTRIBUTING.md names only rules that exist', () => {
  const section = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split('## Architecture rules')[1]?.split('## ')[0]
  const rows = section?.split('\n').filter(line => line.startsWith('- `')) ?? []
  const named = rows.flatMap(row => row.split(': ')[0]?.match(/(?<=`)[a-z-]+(?=`)/g) ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(name => !rules.some(rule => rule.name === name))).toEqual([])
})

const describe = (files: Files) =>
  Object.entries(files)
    .map(([path, text]) => `${path}: ${text.slice(0, 80)}`)
    .join(' + ')

for (const [name, { refuses, allows }] of Object.entries(cases)) {
  for (const files of refuses)
    test(`${name} refuses ${describe(files)}`, () => {
      expect(check(name, files)).toHaveLength(1)
    })

  test(`${name} lets pass what the architecture allows`, () => {
    expect(check(name, allows)).toEqual([])
  })
}

test('each reason is one sentence', () => {
  for (const { reason } of rules) expect(reason).toMatch(/^\S.*[^.]\.$/)
})
