import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines, runQuietly } from '../run/command.mjs'
import { say, withProgress } from '../run/progress.mjs'
import { onlyOne } from './only-one.mjs'
import { cacheFolder } from './workspace.mjs'

/** Where Debian's package installs Chromium. */
const debianBrowser = '/usr/bin/chromium'
const debianPackages = ['chromium-headless-shell', 'chromium-common']

/** @param {string} folder */
const shellIn = folder => join(folder, 'root', 'usr', 'lib', 'chromium', 'chromium-headless-shell')

/** @param {string} file @param {string[]} args @param {string} [cwd] */
async function run(file, args, cwd) {
  const result = await runQuietly(file, args, { ...(cwd && { cwd }) })
  if (result.code !== 0) throw new Error(`${file}: ${lastLines(result.output, 3)}`)
}

/** From apt's sources, without touching apt's lists. @param {string} folder */
async function unpack(folder) {
  const lists = join(folder, 'lists')
  const debs = join(folder, 'debs')
  for (const place of [join(lists, 'partial'), debs]) mkdirSync(place, { recursive: true })
  const own = [`Dir::State::lists=${lists}`, `APT::Sandbox::User=${process.getuid?.() === 0 ? 'root' : ''}`]
  const options = ['-qq', ...own.flatMap(one => ['-o', one])]
  await run('apt-get', [...options, 'update'])
  await run('apt-get', [...options, 'download', ...debianPackages], debs)
  for (const name of readdirSync(debs)) await run('dpkg-deb', ['-x', join(debs, name), join(folder, 'root')])
  await run(shellIn(folder), ['--version'])
  for (const place of [lists, debs]) rmSync(place, { recursive: true })
}

/**
 * A page costs the shell half the work; Debian's Chromium has its libraries. An empty folder records a failed download.
 * @param {string} browser the browser found
 * @param {string} [folder] where the shell is kept
 * @returns {Promise<string>} the executable of the shell, or the browser's
 */
export async function preferHeadlessShell(browser, folder = join(cacheFolder, 'headless-shell')) {
  if (browser !== debianBrowser) return browser
  return onlyOne('headless-shell', async () => {
    if (existsSync(folder)) return existsSync(shellIn(folder)) ? shellIn(folder) : browser
    try {
      await withProgress("Getting Chromium's headless shell from Debian (about 90 MB)", () => unpack(folder))
      return shellIn(folder)
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      say(`The tests use ${browser}, because its headless shell could not be had: ${String(error)}`)
      return browser
    }
  })
}
