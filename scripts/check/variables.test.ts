import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'

const read = (path: string) => readFileSync(inProject(path), 'utf8')
const sources = ['apps/relay/src/config.ts', 'apps/wallet/src/config.ts', 'packages/server/src/process/environment.ts']
/** Members of the schemas that read the environment. */
const variables = sources.flatMap(path =>
  [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name),
)
const rows = read('docs/operate/variables.md')
  .split('\n')
  .filter(line => line.startsWith('| `'))
const documented = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))

test('docs/operate/variables.md has a row for every variable of relay and wallet, and for no other', () => {
  const own = new Set(variables)
  expect([...own].filter(name => !documented.includes(name))).toEqual([])
  expect(documented.filter(name => !own.has(name) && name !== 'CHROME_PATH')).toEqual([])
  expect(documented.length).toBe(new Set(documented).size)
  expect(own.size).toBeGreaterThan(35)
})
