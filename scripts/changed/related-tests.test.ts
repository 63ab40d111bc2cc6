import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { readSource } from '../shape/read-source.ts'
import { relatedTests } from './related-tests.ts'
import { startedFiles } from './test-graph.ts'

const project = (sources: Record<string, string>) =>
  Object.entries(sources).map(([path, text]) => readSource(path, text))

const files = project({
  'packages/contract/src/errors.ts': '',
  'packages/contract/src/wallet/index.ts': `export * from '../errors.ts'`,
  'apps/relay/src/policy/rules.ts': `import '@hornets/contract/errors'`,
  'apps/relay/src/policy/rules.test.ts': `import './rules.ts'`,
  'apps/relay/src/media/files.ts': `import type { Rule } from '../policy/rules.ts'`,
  'apps/relay/src/media/files.test.ts': `import './files.ts'`,
  'apps/relay/src/main.ts': `import './policy/rules.ts'\nimport './media/files.ts'`,
  'apps/relay/test/harness.ts': `spawn(new URL('../src/main.ts', import.meta.url))`,
  'apps/relay/test/media.test.ts': `import './harness.ts'`,
  'apps/relay/test/policy/refusals.test.ts': `import '../harness.ts'`,
  'apps/wallet/src/plan.test.ts': `import '@hornets/contract/wallet'`,
  'apps/console/src/texts.ts': `import.meta.glob('./i18n/*.json')`,
  'apps/console/src/texts.test.ts': `import './texts.ts'`,
  'e2e/support/process.ts': '',
  'e2e/console/journey.test.ts': `import '../support/process.ts'`,
  'e2e/pictures/screens.test.ts': '',
})

it('puts the test that changed first, then those whose paths speak of the same, and programs that a test starts count', () => {
  expect(relatedTests(files, ['apps/relay/src/policy/rules.ts', 'e2e/pictures/screens.test.ts'])).toEqual([
    'e2e/pictures/screens.test.ts',
    'apps/relay/src/policy/rules.test.ts',
    'apps/relay/test/policy/refusals.test.ts',
    'apps/relay/test/media.test.ts',
    'e2e/console/journey.test.ts',
  ])
})

it('leaves out a test that needs only a type of what changed, and follows packages by their names and globs', () => {
  const related = relatedTests(files, ['packages/contract/src/errors.ts'])
  expect(related).not.toContain('apps/relay/src/media/files.test.ts')
  expect(related).toContain('apps/wallet/src/plan.test.ts')
  expect(relatedTests(files, ['apps/console/src/i18n/de.json'])).toEqual(['apps/console/src/texts.test.ts'])
})

it('puts the pages that show a component before others', () => {
  const shown = project({
    'apps/console/src/ui/field.tsx': '',
    'apps/console/src/features/settings/page.tsx': `import '../../ui/field.tsx'`,
    'apps/console/src/features/audit/page.tsx': '',
    'apps/console/src/app/main.tsx': `import '../features/audit/page.tsx'\nimport '../features/settings/page.tsx'`,
    'apps/console/test/support/build-console.ts': '',
    'apps/console/test/audit.test.ts': `import './support/build-console.ts'`,
    'apps/console/test/settings.test.ts': `import './support/build-console.ts'`,
  })
  expect(relatedTests(shown, ['apps/console/src/ui/field.tsx'])).toEqual([
    'apps/console/test/settings.test.ts',
    'apps/console/test/audit.test.ts',
  ])
})

it("runs tests first that quote a removed text, directly, through a helper, or by a page's key", () => {
  const texts = project({
    'apps/console/src/texts.ts': `import.meta.glob('./i18n/*.json')`,
    'apps/console/src/features/media/page.tsx': `import '../../texts.ts'\nt('media.title')`,
    'apps/console/test/a.test.ts': `import '../src/texts.ts'`,
    'apps/console/test/support/bar.ts': `click("Save")`,
    'apps/console/test/b.test.ts': `import '../src/texts.ts'\nimport './support/bar.ts'`,
    'apps/console/test/c.test.ts': `import '../src/texts.ts'\nsee('Not Saved')`,
    'apps/console/test/media.test.ts': `import '../src/texts.ts'`,
  })
  const first = (gone: string[], keys: string[]) =>
    relatedTests(texts, ['apps/console/src/i18n/en.json'], { gone, keys })[0]
  expect([first([], []), first(['Save'], []), first([], ['media.title'])]).toEqual([
    'apps/console/test/a.test.ts',
    'apps/console/test/b.test.ts',
    'apps/console/test/media.test.ts',
  ])
})

it('runs importers of a removed file, all screens for image changes, and everything for the lock file', () => {
  const imports = project({ 'apps/relay/src/a.test.ts': `import './gone.ts'` })
  expect(relatedTests(imports, ['apps/relay/src/gone.ts'])).toEqual(['apps/relay/src/a.test.ts'])
  expect(relatedTests(files, ['e2e/pictures/kept/wallet-dark-phone.png'])).toEqual(['e2e/pictures/screens.test.ts'])
  expect(relatedTests(files, ['package-lock.json'])).toHaveLength(8)
  expect(relatedTests(files, ['README.md'])).toEqual([])
})

it('knows programs that exist', () => {
  expect(startedFiles().filter(path => !existsSync(inProject(path.replace(/\/\*\.ts$/, ''))))).toEqual([])
})
