import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessRights } from '../../packages/contract/src/admin/access-rights.ts'
import { dailyNames, relaySettings } from '../../packages/contract/src/admin/relay-settings.ts'
import { type Fields, settingsGroups } from '../../packages/contract/src/admin/settings/index.ts'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

const tests = projectFiles().filter(path => /\.test\.tsx?$/.test(path))
const rows = readFileSync(inProject('docs/specification/settings-fields.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.slice(2, -2).split(' | '))

/** Nested values by their own fields; rows of a list as one. */
const namesOf = (fields: Fields, prefix: string): string[] =>
  Object.entries(fields).flatMap(([key, { control, fields: own }]) =>
    own && control === 'nested' ? namesOf(own, `${prefix}${key}.`) : `${prefix}${key}`,
  )
const ofRelay = Object.keys(relaySettings.shape).flatMap(key =>
  key === 'dailyMegabytes' ? dailyNames.map(name => `${key}.${name}`) : key,
)
const ofContract = [
  ...settingsGroups.flatMap(({ name, fields }) => namesOf(fields, `${name}.`)),
  ...['enabled', 'max_entries', 'ttl_seconds'].map(key => `query_cache.${key}`),
  ...ofRelay.map(key => `relay_settings.${key}`),
  ...Object.keys(accessRights.shape).map(key => `access.${key}`),
  ...['bitcoind', 'esplora'].map(kind => `chain_source.${kind}`),
]

test('docs/specification/settings-fields.md has each field of the contract once, and no other', () => {
  expect(rows.map(([field]) => field?.replaceAll('`', '')).sort()).toEqual(ofContract.sort())
})

test('docs/specification/settings-fields.md names a test for each field, by its title', () => {
  expect(
    rows.filter(([, changes = '', proofs = '']) => changes.length < 5 || !proofs.split('; `').every(isTest)),
  ).toEqual([])
})

function isTest(proof: string): boolean {
  const [, path = '', title = ''] = /^`?([\w./-]+\.test\.tsx?)`: (.{15,})$/.exec(proof) ?? []
  const file = tests.find(test => test === path || test === `apps/relay/test/${path}`)
  return file !== undefined && readFileSync(inProject(file), 'utf8').includes(title)
}
