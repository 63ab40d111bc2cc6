import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { runQuietly } from '../run/command.mjs'

/** npm's program beside the current Node: the place on Windows, and elsewhere. */
const placesBesideNode = ['node_modules', join('..', 'lib', 'node_modules')]

/** @returns {string | undefined} the npm that called us, or the one that came with our Node */
function findNpmProgram() {
  const caller = process.env.npm_execpath
  if (caller && basename(caller) === 'npm-cli.js' && existsSync(caller)) return caller
  return placesBesideNode
    .map(place => join(dirname(process.execPath), place, 'npm', 'bin', 'npm-cli.js'))
    .find(existsSync)
}

/** @param {NodeJS.ProcessEnv} env @param {string} node */
function withNodeFirst(env, node) {
  const pathName = Object.keys(env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [pathName]: [dirname(node), env[pathName]].filter(Boolean).join(delimiter) }
}

/**
 * Keeps warnings and errors even if our caller was told to be silent.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, node?: string }} [options] node: the Node that npm runs under
 */
export function runNpm(args, { env = process.env, cwd, node } = {}) {
  const program = findNpmProgram()
  const options = { env: node ? withNodeFirst(env, node) : env, ...(cwd && { cwd }) }
  const all = [...args, '--loglevel=error']
  if (program) return runQuietly(node ?? process.env.npm_node_execpath ?? process.execPath, [program, ...all], options)
  return runQuietly('npm', all, { ...options, shell: process.platform === 'win32' })
}
