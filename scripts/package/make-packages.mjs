import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inProject } from '../setup/workspace.mjs'
import { releaseFiles } from './release-files.mjs'

/** @typedef {{ tarball: string, debian: string, version: string }} Packages */

/** @param {string} to @param {string} version */
function copyRelease(to, version) {
  for (const path of releaseFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(inProject(path), join(to, path), { recursive: true })
  }
  const manifest = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'))
  const released = { ...manifest, version, bin: { 'hornets-console': 'scripts/package/npx.mjs' } }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(released, null, 2)}\n`)
}

/** @param {string} name @param {string} version @param {number} kilobytes */
const control = (name, version, kilobytes) => `Package: ${name}
Version: ${version}
Architecture: all
Maintainer: The operators of this relay <root@localhost>
Installed-Size: ${kilobytes}
Depends: nodejs (>= 18), npm, ca-certificates
Recommends: git, ffmpeg
Section: net
Priority: optional
Description: Nostr relay with a web console, a media server and a bitcoin wallet
 Clients connect on port 9001; the console is on port 9002 of this machine.
 The first start installs the packages of the lock file from the npm registry.
`

/** @param {string} folder @returns {Packages} */
export function makePackages(folder) {
  const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const release = join(work, 'package')
    copyRelease(release, version)
    const tarball = join(folder, `${name}-${version}.tgz`)
    execFileSync('tar', ['-czf', tarball, '--owner=0', '--group=0', '-C', work, 'package'])
    const debian = join(folder, `${name}_${version}_all.deb`)
    makeDebian(release, join(work, 'deb'), debian, { name, version })
    return { tarball, debian, version }
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** @param {string} release @param {string} tree @param {string} target @param {{ name: string, version: string }} of */
function makeDebian(release, tree, target, { name, version }) {
  const put = (/** @type {string} */ from, /** @type {string} */ to, mode = 0o644) => {
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    cpSync(inProject('packaging', from), join(tree, to))
    chmodSync(join(tree, to), mode)
  }
  cpSync(release, join(tree, 'opt/hornets'), { recursive: true })
  put('hornets.service', 'usr/lib/systemd/system/hornets.service')
  put('hornets.default', 'etc/default/hornets')
  for (const script of ['postinst', 'prerm', 'postrm']) put(script, `DEBIAN/${script}`, 0o755)
  const [size = '0'] = execFileSync('du', ['-sk', tree], { encoding: 'utf8' }).split('\t')
  writeFileSync(join(tree, 'DEBIAN/control'), control(name, version, Number(size)))
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/default/hornets\n')
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, target], { stdio: 'ignore' })
}
