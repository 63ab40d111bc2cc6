import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { lastLines, runQuietly } from '../run/command.mjs'
import { say, withProgress } from '../run/progress.mjs'
import { ScriptError } from '../run/script-error.mjs'
import { preferHeadlessShell } from './headless-shell.mjs'
import { localNode } from './local-node.mjs'
import { onlyOne } from './only-one.mjs'
import { inProject } from './workspace.mjs'

/** Without a window, the headless shell does the same for half the work. */
const namesOnPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** @param {NodeJS.ProcessEnv} env @returns {string[]} where the installers of macOS and Windows put Chrome and Chromium */
function usualPlaces(env) {
  if (process.platform === 'darwin')
    return ['', env.HOME ?? ''].flatMap(home => [
      `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    ])
  if (process.platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(folder => folder !== undefined)
      .map(folder => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'))
  return []
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {NodeJS.ProcessEnv} env */
const namedBrowser = env => env.CHROMIUM_PATH || env.CHROME_PATH || env.CHROMIUM

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 * @throws {ScriptError} if the environment names one that does not exist
 */
function findBrowser(env) {
  const named = namedBrowser(env)
  if (named) {
    if (isExecutable(named)) return named
    throw new ScriptError(`The browser named by the environment cannot run: ${named}`)
  }
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter)
  const onPath = folders.filter(Boolean).flatMap(folder => namesOnPath.map(name => join(folder, name)))
  return [...onPath, ...usualPlaces(env)].find(isExecutable)
}

/** @returns {Promise<string | undefined>} */
async function installFromSystem() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  let latest = ''
  /** @param {string[]} args */
  const apt = args => runQuietly('apt-get', args, { env, onOutput: text => (latest = lastLines(text, 1) || latest) })
  const result = await withProgress(
    'Looking for Chromium among the system packages (apt-get, about a minute)',
    async () => {
      await apt(['update'])
      const shell = await apt(['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
      return shell.code === 0 ? shell : apt(['install', '-y', '--no-install-recommends', 'chromium'])
    },
    () => latest.slice(0, 100),
  )
  if (result.code !== 0) say(`apt-get could not install it:\n${lastLines(result.output, 5)}`)
  return findBrowser(process.env)
}

/** @returns {Promise<string | undefined>} */
async function installFromPlaywright() {
  const cli = inProject('node_modules', 'playwright-core', 'cli.js')
  let latest = ''
  const result = await withProgress(
    'Asking Playwright for Chromium (about 150 MB)',
    () =>
      runQuietly(localNode(), [cli, 'install', 'chromium'], {
        onOutput: text => (latest = lastLines(text, 1) || latest),
      }),
    () => latest.slice(0, 100),
  )
  if (result.code !== 0) say(`Playwright could not download it:\n${lastLines(result.output, 5)}`)
  return downloadedBrowser()
}

/** @returns {string | undefined} an earlier download by Playwright */
function downloadedBrowser() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const path = chromium.executablePath()
  return isExecutable(path) ? path : undefined
}

/**
 * From the environment, installed, the system's package, or Playwright's.
 * @returns {Promise<string>} its executable
 * @throws {ScriptError} if there is none and none can be installed
 */
export async function ensureBrowser() {
  const found = findBrowser(process.env) ?? downloadedBrowser()
  if (found) return found
  const installed = await onlyOne('browser', async () => (await installFromSystem()) ?? (await installFromPlaywright()))
  if (installed) return installed
  throw new ScriptError(
    'The browser tests need Chromium or Chrome, and none could be installed. ' +
      'Install one, or name it: CHROME_PATH=/path/to/chromium npm test',
  )
}

/**
 * Or a headless shell if available; measurements use the whole browser, as people do.
 * @returns {Promise<string>} its executable
 * @throws {ScriptError} if there is none and none can be installed
 */
export async function ensureTestBrowser() {
  const found = await ensureBrowser()
  return namedBrowser(process.env) ? found : preferHeadlessShell(found)
}
