import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inProject } from '../setup/workspace.mjs'
import { makeStartos } from './make-startos.mjs'
import { makeUmbrel } from './make-umbrel.mjs'
import { productFacts, summary } from './product-facts.mjs'
import { releaseFiles } from './release-files.mjs'

/**
 * @typedef {{ tarball: string, debian: string, version: string, startos?: string, umbrel?: string }} Packages
 * @typedef {{ url?: string | undefined, image?: string | undefined }} Published the project's page, and the registry's name of the image
 */

/** @param {string} to */
export function copyRelease(to) {
  for (const path of releaseFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(inProject(path), join(to, path), { recursive: true })
  }
  const manifest = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'))
  const released = { ...manifest, bin: { 'hornets-console': 'scripts/package/npx.mjs' } }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(released, null, 2)}\n`)
}

/** @param {import('./product-facts.mjs').ProductFacts} facts @param {number} kilobytes */
const control = ({ name, version, relayPort, consolePort }, kilobytes) => `Package: ${name}
Version: ${version}
Architecture: all
Maintainer: The operators of this relay <root@localhost>
Installed-Size: ${kilobytes}
Depends: nodejs (>= 18), npm, libatomic1, ca-certificates
Recommends: git, ffmpeg
Section: net
Priority: optional
Description: ${summary}
 Clients connect on port ${relayPort}; the console is on port ${consolePort} of this machine.
 The first start installs the packages of the lock file from the npm registry.
`

/** @param {string} folder @param {Published} published @returns {Packages} */
export function makePackages(folder, { url, image } = {}) {
  const facts = productFacts()
  const { name, version } = facts
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const release = join(work, 'package')
    copyRelease(release)
    const tarball = join(folder, `${name}-${version}.tgz`)
    execFileSync('tar', ['-czf', tarball, '--owner=0', '--group=0', '-C', work, 'package'])
    const debian = join(folder, `${name}_${version}_all.deb`)
    makeDebian(release, join(work, 'deb'), debian, facts)
    return {
      tarball,
      debian,
      version,
      ...(url && { startos: makeStartos(join(folder, 'startos'), release, facts, url) }),
      ...(url && image && { umbrel: makeUmbrel(join(folder, 'umbrel'), facts, { image, url }) }),
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** @param {string} release @param {string} tree @param {string} target @param {import('./product-facts.mjs').ProductFacts} facts */
function makeDebian(release, tree, target, facts) {
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
  writeFileSync(join(tree, 'DEBIAN/control'), control(facts, Number(size)))
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/default/hornets\n')
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, target], { stdio: 'ignore' })
}
