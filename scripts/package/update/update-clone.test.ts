import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { updateClone } from './update-clone.mjs'

const built = "import { copyFileSync } from 'node:fs'\ncopyFileSync('version', 'built')\n"
const broken = "console.error('no such package')\nprocess.exit(1)\n"
const backup =
  "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync(process.argv[3])\nwriteFileSync(process.argv[3] + '/events', 'all')\n"
const starts = "import { existsSync } from 'node:fs'\nprocess.exit(existsSync('built') ? 0 : 1)\n"
const dies =
  "import { writeFileSync } from 'node:fs'\nwriteFileSync('../data/events', 'migrated')\nconsole.error('no such table')\nprocess.exit(1)\n"

/** A clone of a project with one version, whose build notes the version. */
function startAt(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hornets-update-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [origin, clone] = ['origin', 'clone'].map(name => join(folder, name)) as [string, string]
  const git = (cwd: string, ...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], {
      cwd,
      encoding: 'utf8',
    }).trim()
  const release = (version: string, build: string, start = starts) => {
    writeFileSync(join(origin, 'version'), version)
    writeFileSync(join(origin, 'scripts/build.mjs'), build)
    writeFileSync(join(origin, 'scripts/package/update/try-start.mjs'), start)
    git(origin, 'add', '-A')
    git(origin, 'commit', '-qm', version)
  }
  mkdirSync(join(origin, 'scripts/package/update'), { recursive: true })
  writeFileSync(join(origin, 'scripts/admin.mjs'), backup)
  writeFileSync(join(origin, '.gitignore'), 'built\n')
  git(origin, 'init', '-q')
  release(version, built)
  git(folder, 'clone', '-q', origin, clone)
  const read = (name: string) => readFileSync(join(clone, name), 'utf8')
  const data = join(folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'events'), 'all')
  return { clone, data, copy: join(folder, 'copy'), release, read, head: () => git(clone, 'rev-parse', 'HEAD') }
}

test('updates a clone after copying its data, and says when there is nothing newer', async () => {
  const { clone, data, copy, release, read, head } = startAt('1')
  const first = head()
  expect(await updateClone(clone, data, copy)).toEqual({ from: first, to: first })
  expect(existsSync(copy)).toBe(false)
  release('2', built)
  expect(await updateClone(clone, data, copy)).toEqual({ from: first, to: head() })
  expect([read('version'), read('built'), existsSync(copy)]).toEqual(['2', '2', true])
  expect(head()).not.toBe(first)
})

test('puts the version before back, and builds it, if the newer one cannot be built', async () => {
  const { clone, data, copy, release, read, head } = startAt('1')
  const first = head()
  release('2', broken)
  await expect(updateClone(clone, data, copy)).rejects.toThrow(/the one before is back\.\n[\s\S]*no such package/)
  expect([head(), read('version'), read('built')]).toEqual([first, '1', '1'])
})

test('puts version and data from before back if the newer one does not start on them', async () => {
  const { clone, data, copy, release, read, head } = startAt('1')
  const first = head()
  release('2', built, dies)
  await expect(updateClone(clone, data, copy)).rejects.toThrow(
    /not be started; the one before is back\.\n[\s\S]*no such table/,
  )
  expect([head(), read('version'), read('built'), existsSync(copy)]).toEqual([first, '1', '1', false])
  const events = [data, `${copy}-not-started`].map(folder => readFileSync(join(folder, 'events'), 'utf8'))
  expect(events).toEqual(['all', 'migrated'])
})

test('changes nothing where files were changed, or the data cannot be copied', async () => {
  const { clone, data, copy, release, read, head } = startAt('1')
  const first = head()
  release('2', built)
  await expect(updateClone(clone, data, join(copy, 'no', 'folder'))).rejects.toThrow('The data could not be copied')
  writeFileSync(join(clone, 'version'), 'mine')
  await expect(updateClone(clone, data, copy)).rejects.toThrow('Files were changed here')
  expect([head(), read('version'), existsSync(copy)]).toEqual([first, 'mine', false])
})
