import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitRemote } from './git-remote.ts'
import { isNewer, newestOf } from './release-number.ts'
import { releaseProbes } from './release-probes.ts'

const hourMs = 3_600_000
const logger = createLogger({ name: 'test', level: 'silent' })
const programFolders = (process.env.PATH ?? '').split(delimiter)
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'releases-'))
})
afterEach(() => rm(folder, { recursive: true }))

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Bee', '-c', 'user.email=bee@hive.example', ...args], { cwd, stdio: 'pipe' })

async function clone(...tags: string[]) {
  const [source, bare, own] = ['source', 'bare.git', 'own'].map(name => join(folder, name)) as [string, string, string]
  await mkdir(source)
  git(source, 'init', '-q')
  git(source, 'commit', '-q', '--allow-empty', '-m', 'Begin')
  git(folder, 'clone', '-q', '--bare', source, bare)
  git(folder, 'clone', '-q', bare, own)
  const tag = (name: string) => git(bare, 'tag', name)
  for (const name of tags) tag(name)
  return { own, tag }
}
const remoteOf = (own: string, isProxied = false) =>
  new GitRemote({ folder: own, programFolders, isProxied: () => isProxied })

it('compares releases by number rather than text, and ignores pre-releases', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true)
  expect([isNewer('1.9.9', '1.10.0'), isNewer('1.2.3', 'v1.2.3'), isNewer('2.0.0-rc.1', '1.0.0')]).toEqual([
    false,
    false,
    false,
  ])
  expect(newestOf(['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1', 'nightly', '1.2'])).toBe('1.10.0')
  expect(newestOf(['nightly'])).toBeUndefined()
})

it("reads tags from the clone's remote, including new ones", async () => {
  const { own, tag } = await clone('v1.0.0')
  const remote = remoteOf(own)
  expect(await remote.tags()).toEqual(['v1.0.0'])
  tag('v1.1.0')
  expect(await remote.tags()).toEqual(['v1.0.0', 'v1.1.0'])
  expect(await remoteOf(own, true).tags()).toEqual(['v1.0.0', 'v1.1.0'])
})

it('skips the check outside a checkout, in a nested one, or without a remote', async () => {
  const { own } = await clone('v1.0.0')
  const inside = join(own, 'inside')
  await mkdir(inside)
  expect(await remoteOf(folder).tags()).toBeNull()
  expect(await remoteOf(inside).tags()).toBeNull()
  git(own, 'remote', 'remove', 'origin')
  expect(await remoteOf(own).tags()).toBeNull()
})

it.each(['ext::sh -c "touch ran"', 'git://127.0.0.1:1/x', 'http://127.0.0.1:1/x', '--upload-pack=touch ran', 'fd::3'])(
  'a remote at %s is not asked',
  async address => {
    const { own } = await clone()
    git(own, 'config', 'remote.origin.url', address)
    git(own, 'config', 'protocol.ext.allow', 'always')
    expect(await remoteOf(own).tags()).toBeNull()
  },
)

it('an address with a password is in no error, and behind a SOCKS proxy it is not asked', async () => {
  const { own } = await clone()
  git(own, 'config', 'remote.origin.url', 'https://bee:honey@127.0.0.1:1/x')
  const failed = await remoteOf(own)
    .tags()
    .catch((error: Error) => `${error.message} ${error.stack}`)
  expect(failed).toMatch(/^git ends with 128/)
  expect(failed).not.toMatch(/honey|127\.0\.0\.1/)
  expect(await remoteOf(own, true).tags()).toBeNull()
})

it('without git, and when it is closed, it says so', async () => {
  const { own } = await clone()
  const without = new GitRemote({ folder: own, programFolders: [join(folder, 'nowhere')], isProxied: () => false })
  await expect(without.tags()).rejects.toThrow('git cannot run: ENOENT')
  const closed = remoteOf(own)
  closed.close()
  await expect(closed.tags()).rejects.toThrow('git is no longer needed')
})

it('reports a new version at most once a day until it runs, or as installed until the restart', async () => {
  const manifest = join(folder, 'package.json')
  const write = (version: string) => writeFile(manifest, JSON.stringify({ version }))
  let [now, tags, asked]: [number, string[] | Error, number] = [0, ['v1.4.0', 'v1.3.2'], 0]
  await write('1.3.2')
  const ask = async () => {
    asked += 1
    if (tags instanceof Error) throw tags
    return tags
  }
  const parts = { running: '1.3.2', manifest, tags: ask, random: () => 0.5, now: () => now, logger }
  const [out, installed] = releaseProbes(parts)
  expect([await out?.look(), await installed?.look(), asked]).toEqual([undefined, [], 0])
  now = hourMs
  const findings = [{ what: 'version_out', subject: '1.4.0' }]
  expect([await out?.look(), await out?.look(), asked]).toEqual([findings, findings, 1])
  expect(out?.facts?.()).toEqual({ version: '1.3.2' })
  tags = new Error('away')
  now += 25 * hourMs
  expect([await out?.look(), asked]).toEqual([findings, 2])
  await write('1.4.0')
  expect([await out?.look(), await installed?.look()]).toEqual([[], [{ what: 'restart_due', subject: '1.4.0' }]])
  await writeFile(manifest, '{')
  expect(await installed?.look()).toBeUndefined()
  expect(releaseProbes({ ...parts, tags: undefined })).toHaveLength(1)
})
