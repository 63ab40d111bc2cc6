import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { lastLines, runQuietly } from '../run/command.mjs'
import { withProgress } from '../run/progress.mjs'
import { ScriptError } from '../run/script-error.mjs'
import { findDebianSource } from './debian-source.mjs'
import { onlyOne } from './only-one.mjs'
import { cacheFolder } from './workspace.mjs'

const folder = join(cacheFolder, 'bitcoind')
const wrapper = join(folder, 'bitcoind')
/** The node from Debian's unstable suite, with all libraries that these packages need. */
const debianPackages = [
  'bitcoin-knots',
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'libsqlite3-0',
  'zlib1g',
  'libzstd1',
  'libssl3t64',
  'libevent-core-2.1-7t64',
  'libevent-extra-2.1-7t64',
  'libevent-pthreads-2.1-7t64',
  'libzmq5',
  'libsodium26',
  'libnorm1t64',
  'libpgm-5.3-0t64',
  'libbsd0',
  'libmd0',
  'libgssapi-krb5-2',
  'libk5crypto3',
  'libkrb5-3',
  'libkrb5support0',
  'libcom-err2',
  'libkeyutils1',
]

/** @param {string} file */
const runs = async file => (await runQuietly(file, ['--version'])).code === 0

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>}
 * @throws {ScriptError} if the environment names one that does not run
 */
async function findBitcoind(env) {
  if (env.BITCOIND) {
    if (await runs(env.BITCOIND)) return env.BITCOIND
    throw new ScriptError(`The program named by BITCOIND cannot run: ${env.BITCOIND}`)
  }
  const name = process.platform === 'win32' ? 'bitcoind.exe' : 'bitcoind'
  const onPath = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean)
  for (const file of [...onPath.map(place => join(place, name)), wrapper])
    if (existsSync(file) && (await runs(file))) return file
  return undefined
}

/** @returns {string[]} */
function aptSources() {
  const extra = '/etc/apt/sources.list.d'
  const files = existsSync(extra) ? readdirSync(extra).map(name => join(extra, name)) : []
  return ['/etc/apt/sources.list', ...files]
    .filter(file => existsSync(file) && /\.(list|sources)$/.test(file))
    .map(file => readFileSync(file, 'utf8'))
}

/** @param {string} file @param {string[]} args */
async function run(file, args) {
  const result = await runQuietly(file, args)
  if (result.code !== 0) throw new ScriptError(`${file} could not get bitcoind:\n${lastLines(result.output, 8)}`)
}

/** Installs nothing, and does not touch apt's lists. @param {{ uri: string, keyring: string }} source */
async function unpackFromDebian(source) {
  const apt = join(folder, 'apt')
  const debs = join(apt, 'cache', 'archives')
  const root = join(folder, 'root')
  rmSync(folder, { recursive: true, force: true })
  for (const place of [join(apt, 'lists', 'partial'), join(debs, 'partial'), root])
    mkdirSync(place, { recursive: true })
  writeFileSync(join(apt, 'status'), '')
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${source.keyring}] ${source.uri} sid main\n`)
  const own = {
    'Dir::Etc::sourcelist': join(apt, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
  }
  const options = ['-qq', ...Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
  await run('apt-get', [...options, 'update'])
  await run('apt-get', [...options, 'install', '--download-only', '--no-install-recommends', '-y', ...debianPackages])
  for (const name of readdirSync(debs).filter(file => file.endsWith('.deb')))
    await run('dpkg-deb', ['-x', join(debs, name), root])
  writeWrapper(root)
  rmSync(apt, { recursive: true, force: true })
}

/** Its newer C library comes from its packages, so it is started through that library's loader. @param {string} root */
function writeWrapper(root) {
  const libraries = readdirSync(join(root, 'usr', 'lib')).find(name => name.endsWith('-linux-gnu'))
  const libraryPath = join(root, 'usr', 'lib', libraries ?? '')
  const loader = readdirSync(libraryPath).find(name => /^ld-linux.*\.so\.\d$/.test(name))
  if (!libraries || !loader) throw new ScriptError('The unpacked packages contain no loader for this machine.')
  const program = join(root, 'usr', 'bin', 'bitcoind')
  const command = `exec "${join(libraryPath, loader)}" --library-path "${libraryPath}" "${program}" "$@"`
  writeFileSync(wrapper, `#!/bin/sh\n${command}\n`)
  chmodSync(wrapper, 0o755)
}

/**
 * BITCOIND, one on the PATH, or Debian's, unpacked into our folder.
 * @returns {Promise<string>} its executable
 * @throws {ScriptError} if there is none and none can be downloaded
 */
export async function ensureBitcoind() {
  const found = await findBitcoind(process.env)
  if (found) return found
  const source = existsSync('/usr/bin/apt-get') ? findDebianSource(aptSources()) : undefined
  if (!source)
    throw new ScriptError(
      'The wallet tests need bitcoind (Bitcoin Core or Knots, 25 or newer), and none was found. ' +
        'Install one, or name it: BITCOIND=/path/to/bitcoind npm test',
    )
  return onlyOne('bitcoind', async () => {
    const made = await findBitcoind(process.env)
    if (made) return made
    await withProgress('Getting bitcoind from Debian (about 20 MB)', () => unpackFromDebian(source))
    if (await runs(wrapper)) return wrapper
    throw new ScriptError(
      'The unpacked bitcoind does not start on this machine. Name another: BITCOIND=/path/to/bitcoind',
    )
  })
}
