import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyRelease, makePackages } from '../package/make-packages.mjs'
import { programOutside } from '../package/program-outside.mjs'
import { findFreePort } from '../run/ports.mjs'
import { inProject } from '../setup/workspace.mjs'

const canMakeDebian = spawnSync('dpkg-deb', ['--version']).status === 0

/** The values of a key of a systemd unit, or of a keyword of a Dockerfile. */
function valuesOf(text: string, key: string, between = '='): string[] {
  return text.split('\n').flatMap(line => (line.startsWith(key + between) ? [line.slice(key.length + 1).trim()] : []))
}

test.runIf(canMakeDebian)(
  'the Debian package runs the relay by its systemd unit, and the container image runs it in the same way (DESK-10)',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hornets-packages-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { debian, version } = makePackages(folder)
    const tree = join(folder, 'unpacked')
    execFileSync('dpkg-deb', ['--raw-extract', debian, tree])

    const control = readFileSync(join(tree, 'DEBIAN/control'), 'utf8')
    expect(valuesOf(control, 'Package', ':')).toEqual(['hornets-console'])
    expect(valuesOf(control, 'Version', ':')).toEqual([version])
    expect(valuesOf(control, 'Depends', ':')).toEqual(['nodejs (>= 18), npm, libatomic1, ca-certificates'])
    for (const script of ['postinst', 'prerm', 'postrm']) {
      execFileSync('sh', ['-n', join(tree, 'DEBIAN', script)])
      expect(statSync(join(tree, 'DEBIAN', script)).mode & 0o111).toBe(0o111)
    }
    for (const conffile of readFileSync(join(tree, 'DEBIAN/conffiles'), 'utf8').trim().split('\n'))
      expect(existsSync(join(tree, conffile))).toBe(true)

    const unit = readFileSync(join(tree, 'usr/lib/systemd/system/hornets.service'), 'utf8')
    const [home = ''] = valuesOf(unit, 'WorkingDirectory')
    const [user = ''] = valuesOf(unit, 'User')
    const postinst = readFileSync(join(tree, 'DEBIAN/postinst'), 'utf8')
    expect(postinst).toMatch(RegExp(`useradd .* ${user}$`, 'm'))
    expect(postinst).toContain(`chown -R ${user}:${user} ${home}\n`)
    expect(postinst).toContain('systemctl enable hornets.service')
    expect(unit).toMatch(/^\[Install\]\nWantedBy=multi-user\.target$/m)
    expect(readFileSync(join(tree, 'DEBIAN/prerm'), 'utf8')).toContain('systemctl disable --now hornets.service')
    expect([valuesOf(unit, 'ProtectSystem'), valuesOf(unit, 'ReadWritePaths')]).toEqual([['strict'], [home]])
    expect(valuesOf(unit, 'Restart')).toEqual(['on-failure'])
    expect(valuesOf(unit, 'Environment')).toEqual([`DATA_DIR=/var/lib/${valuesOf(unit, 'StateDirectory')[0]}`])
    const [settings = ''] = valuesOf(unit, 'EnvironmentFile')
    expect(existsSync(join(tree, settings.replace(/^-/, '')))).toBe(true)

    const image = readFileSync(inProject('packaging/Dockerfile'), 'utf8')
    expect(valuesOf(image, 'USER', ' ')).toEqual([user])
    // Other containers and machines reach both servers.
    expect(valuesOf(image, 'ENV', ' ')[0]?.split(' ')).toEqual(
      expect.arrayContaining([
        'PUBLIC_HOST=0.0.0.0',
        'ADMIN_HOST=0.0.0.0',
        `DATA_DIR=${valuesOf(image, 'VOLUME', ' ')}`,
      ]),
    )
    expect(valuesOf(image, 'WORKDIR', ' ')).toEqual([home])
    const [command, ...parameters] = valuesOf(unit, 'ExecStart')[0]?.split(' ') ?? []
    expect(command).toBe('/usr/bin/node')
    expect(valuesOf(image, 'CMD', ' ')).toEqual([JSON.stringify(['node', ...parameters]).replaceAll(',', ', ')])
    expect(valuesOf(image, 'COPY', ' ')).toEqual([`--chown=${user}:${user} . .`])
    const ignored = readFileSync(inProject('packaging/Dockerfile.dockerignore'), 'utf8').trim().split('\n')
    for (const needed of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json'])
      expect([needed, existsSync(join(tree, home, needed)), ignored.includes(needed)]).toEqual([needed, true, false])

    await startAndAsk(join(tree, home), parameters, image)
  },
)

/** Command line and environment of each. */
function childrenOf(parent: number | undefined): string[][] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const [, parentOf] = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
        if (Number(parentOf) !== parent) return []
        const [words = '', environment = ''] = ['cmdline', 'environ'].map(file =>
          readFileSync(`/proc/${pid}/${file}`, 'utf8'),
        )
        return [[words.split('\0').filter(Boolean).join(' '), environment]]
      } catch {
        // It has ended.
        return []
      }
    })
}

test('a release that npx has unpacked among npm packages runs outside of them, with its data where it was called', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hornets-npx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const release = join(folder, 'node_modules', 'hornets-console')
  copyRelease(release)
  const { version, bin } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  const program = programOutside(release, join(folder, 'hornets-program'))
  expect(program).toBe(join(folder, 'hornets-program', version))
  linkPackages(program)
  const { base, output } = await startIn(folder, [join(release, bin['hornets-console'])])
  await expect.poll(() => answers(`http://127.0.0.1:${base + 2}/`), { timeout: 90_000, interval: 500 }).toBe(true)
  expect(existsSync(join(folder, 'hornets-data', 'setup-token'))).toBe(true)
  expect(existsSync(join(program, 'data'))).toBe(false)
  expect(output()).not.toContain('Building the console')
})

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.status === 200 && (await answer.text()).includes('<script')
}

/** Installed packages are this project's, workspaces the release's own. */
function linkPackages(home: string): void {
  const [from, to] = [inProject('node_modules'), join(home, 'node_modules')]
  mkdirSync(join(to, '@hornets'), { recursive: true })
  for (const name of readdirSync(from).filter(name => name !== '@hornets'))
    symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@hornets')))
    symlinkSync(readlinkSync(join(from, '@hornets', name)), join(to, '@hornets', name))
}

/** Clients and admins are answered at the image's ports; its health check is run. */
async function startAndAsk(home: string, parameters: readonly string[], image: string): Promise<void> {
  const [health = ''] = /node -e "(.*)"$/m.exec(image)?.slice(1) ?? []
  const [, imagePort = ''] = / PORT=(\d+) /.exec(image) ?? []
  const exposed = valuesOf(image, 'EXPOSE', ' ')[0]?.split(' ')
  expect(exposed).toEqual([1, 2].map(more => String(Number(imagePort) + more)))
  linkPackages(home)
  const dataDir = join(home, 'data')
  mkdirSync(dataDir)
  const { base, child, output } = await startIn(home, parameters, { DATA_DIR: dataDir })
  const check = health.replace(`:${exposed?.[0]}/`, `:${base + 1}/`)
  await expect
    .poll(() => spawnSync(process.execPath, ['-e', check]).status, { timeout: 90_000, interval: 1000 })
    .toBe(0)
  await expect.poll(() => answers(`http://127.0.0.1:${base + 2}/`)).toBe(true)
  expect(readdirSync(dataDir).length).toBeGreaterThan(0)
  expect(output()).not.toContain('Building the console')
  // However it was started, the relay is sparing with memory.
  expect(childrenOf(child.pid).filter(([words]) => words?.endsWith('src/main.ts')).length).toBeGreaterThan(0)
  expect(childrenOf(child.pid).some(([, environment]) => environment?.includes('MALLOC_ARENA_MAX=2'))).toBe(true)
}

/** Stopped when the test ends. */
async function startIn(cwd: string, parameters: readonly string[], environment: Record<string, string> = {}) {
  const base = (await findFreePort()) - 1
  const child = spawn(process.execPath, parameters, {
    cwd,
    env: {
      PATH: process.env.PATH,
      ...environment,
      PORT: String(base),
      WALLET_PORT: '0',
      PUBLIC_HOST: '127.0.0.1',
      UPDATE_CHECK: 'off',
      RATE_URL: '',
      BUILT_IN_JUDGE: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { base, child, output: () => said }
}
