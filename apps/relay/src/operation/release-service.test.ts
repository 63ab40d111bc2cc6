import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { version } from '../version.ts'
import { ReleaseService } from './release-service.ts'

let system = ''
afterEach(() => rm(system, { recursive: true }))

function installed(...files: string[]) {
  return installedFor('en', ...files)
}

async function installedFor(language: string, ...files: string[]) {
  system = await mkdtemp(join(tmpdir(), 'hornets-release-'))
  const folder = join(system, 'opt/hornets')
  for (const file of [join(folder, 'package.json'), ...files.map(file => join(system, file))]) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `## [${version}]\n\n- New.\n`)
  }
  return new ReleaseService({ folder, system }).read(language)
}

const list = 'var/lib/dpkg/info/hornets-console.list'

it.each([
  ['files', []],
  ['package', [list]],
  ['container', ['.dockerenv']],
  ['container', ['run/.containerenv', list]],
  ['clone', ['opt/hornets/.git', '.dockerenv', list]],
] as const)('is installed as %s with %j', async (installation, files) => {
  expect(await installed(...files)).toEqual({ version, installation, changesLanguage: 'en', changes: [] })
})

it('says what its changelog says', async () => {
  expect((await installed('opt/hornets/CHANGELOG.md')).changes).toEqual([{ title: '', entries: ['New.'] }])
})

it.each([
  ['de', 'de'],
  ['fr', 'en'],
])('says it in %s, or else in English', async (asked, language) => {
  const release = await installedFor(asked, 'opt/hornets/CHANGELOG.md', 'opt/hornets/docs/changelog.de.md')
  expect(release).toMatchObject({ changesLanguage: language, changes: [{ title: '', entries: ['New.'] }] })
})
