import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const importsOf = (text: string) => readSource('apps/relay/src/media/a.ts', text).imports

test('a file that cannot be parsed is refused by name', () => {
  expect(() => readSource('broken.ts', 'const = 1')).toThrow(/broken\.ts/)
})

test('imports, re-exports and dynamic imports are read with their lines', () => {
  const found = importsOf("import a from './b.ts'\n\nexport * from '../c.ts'\nawait import('zod')\n")
  expect(found).toEqual([
    { specifier: './b.ts', line: 1, typeOnly: false, target: 'apps/relay/src/media/b.ts', package: undefined },
    { specifier: '../c.ts', line: 3, typeOnly: false, target: 'apps/relay/src/c.ts', package: undefined },
    { specifier: 'zod', line: 4, typeOnly: false, target: undefined, package: 'zod' },
  ])
})

test('only an import that vanishes whole counts as type-only', () => {
  const found = importsOf(
    "import type { A } from './a.ts'\nimport { type B } from './b.ts'\nexport type { C } from './c.ts'",
  )
  expect(found.map(one => one.typeOnly)).toEqual([true, false, true])
})

test('packages are named without the path inside them; workspace packages lead to their sources', () => {
  const found = importsOf("import '@fastify/static/x'\nimport 'node:fs/promises'\nimport '@hornets/contract/admin'")
  expect(found.map(one => one.package ?? one.target)).toEqual([
    '@fastify/static',
    'node:fs',
    'packages/contract/src/admin',
  ])
})

test('comments are blanked and lines keep their numbers', () => {
  const { code, lineCount } = readSource('a.ts', '/* process.env\n */\nconst a = 1 // process.env\n')
  expect(code).not.toContain('process')
  expect(code.split('\n')[2]).toMatch(/^const a = 1 +$/)
  expect(lineCount).toBe(3)
})
