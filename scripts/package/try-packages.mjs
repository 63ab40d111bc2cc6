import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../run/ports.mjs'
import { say } from '../run/progress.mjs'
import { localNode } from '../setup/local-node.mjs'
import { inProject } from '../setup/workspace.mjs'

const startMsMax = 120_000

/** With the packages of this project. Throws with its output. @param {string} folder */
async function startOnce(folder) {
  symlinkSync(inProject('node_modules'), join(folder, 'node_modules'))
  const base = (await findFreePort()) - 1
  const env = {
    ...process.env,
    PORT: String(base),
    WALLET_PORT: '0',
    DATA_DIR: join(folder, 'tried-data'),
    PUBLIC_HOST: '127.0.0.1',
    UPDATE_CHECK: 'off',
    RATE_URL: '',
    BUILT_IN_JUDGE: 'off',
  }
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const ended = once(child, 'exit')
  try {
    const about = await answerOf(`http://127.0.0.1:${base + 1}/`, { accept: 'application/nostr+json' }, ended)
    if (!JSON.parse(about).supported_nips) throw new Error('the relay does not say what it supports')
    const page = await answerOf(`http://127.0.0.1:${base + 2}/`, {}, ended)
    if (!page.includes('<script')) throw new Error('the console has no page')
  } catch (error) {
    throw new Error(`${/** @type {Error} */ (error).message}\n${output}`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** @param {string} url @param {Record<string, string>} headers @param {Promise<unknown>} ended */
async function answerOf(url, headers, ended) {
  const until = Date.now() + startMsMax
  let isOver = false
  void ended.then(() => (isOver = true))
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => undefined)
    if (answer?.ok) return answer.text()
    if (isOver || Date.now() > until) throw new Error(`${url} does not answer`)
    await new Promise(done => setTimeout(done, 200))
  }
}

/** @param {string} command @param {string[]} words */
const runs = (command, words) => {
  try {
    execFileSync(command, words, { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** @param {import('./make-packages.mjs').Packages} made */
export async function tryPackages({ tarball, debian, startos, umbrel }) {
  const work = mkdtempSync(join(tmpdir(), 'try-packages-'))
  try {
    mkdirSync(join(work, 'tarball'))
    execFileSync('tar', ['-xzf', tarball, '-C', join(work, 'tarball')])
    await startOnce(join(work, 'tarball', 'package'))
    say('Tried: the tarball, unpacked and started with these packages. The relay and the console answered.')

    execFileSync('dpkg-deb', ['--extract', debian, join(work, 'deb')])
    execFileSync('dpkg-deb', ['--control', debian, join(work, 'deb', 'DEBIAN')])
    for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', join(work, 'deb/DEBIAN', script)])
    await startOnce(join(work, 'deb/opt/hornets'))
    say('Tried: the Debian package, extracted and started; its scripts were read by sh.')

    const unit = join(work, 'deb/usr/lib/systemd/system/hornets.service')
    if (runs('systemd-analyze', ['--version'])) {
      execFileSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', unit], { stdio: 'pipe' })
      say('Tried: the systemd unit, by systemd-analyze verify.')
    } else say('Not tried: the systemd unit; there is no systemd-analyze.')
    if (startos) tryStartos(startos)
    if (umbrel) say('Not tried: the Umbrel app; there is no Umbrel here.')
    // On Node 26, which reads the console's TypeScript.
    execFileSync(localNode(), [inProject('scripts/package/try/main.mjs'), tarball, debian], { stdio: 'inherit' })
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** @param {string} folder */
function tryStartos(folder) {
  const run = (/** @type {string} */ command, /** @type {string[]} */ words) =>
    execFileSync(command, words, { cwd: folder, stdio: 'pipe' })
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
  run('npm', ['run', 'check'])
  run('node', ['node_modules/@start9labs/start-sdk/lint.mjs'])
  run('npm', ['run', 'build'])
  say('Tried: the StartOS package, checked and built with its SDK. It was not packed or installed.')
}
