import { readFileSync } from 'node:fs'
import { settingsGroups } from '@hornets/contract/admin/settings'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

const read = (path: string) => readFileSync(inProject(path), 'utf8')
const sources = [
  'apps/relay/src/config.ts',
  'apps/relay/src/serving-config.ts',
  'apps/wallet/src/config.ts',
  'packages/server/src/process/environment.ts',
]
const variables = sources.flatMap(path =>
  [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
)
const [described = '', places = ''] = read('docs/operate/variables.md').split('## Set in the console\n')
const [inConsole = '', byEnvironment = ''] = places.split('## Set by the environment only\n')
const namesIn = (section: string) =>
  section
    .split('\n')
    .filter(line => /^[|-] `/.test(line))
    .flatMap(row => [...(row.slice(2).split(/ \||: /)[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
const documented = namesIn(described)

test('docs/operate/variables.md has a row for every variable of relay and wallet, and for no other', () => {
  const own = new Set(variables)
  expect([...own].filter(name => !documented.includes(name))).toEqual([])
  expect(documented.filter(name => !own.has(name))).toEqual([])
  expect(documented.length).toBe(new Set(documented).size)
  expect(own.size).toBeGreaterThan(35)
})

test('docs/operate/variables.md says which setting each variable is, or why the console does not have it', () => {
  const said = [...namesIn(inConsole), ...namesIn(byEnvironment)]
  expect(said.toSorted()).toEqual([...new Set(variables)].toSorted())
  const ofFields = settingsGroups.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ variable }) => variable?.split(', ') ?? []),
  )
  expect(new Set(ofFields).size).toBeGreaterThan(4)
  expect(ofFields.filter(name => !namesIn(inConsole).includes(name))).toEqual([])
})
