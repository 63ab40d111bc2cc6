import { spawn } from 'node:child_process'
import { root } from '../setup/workspace.mjs'

/**
 * @typedef {object} CommandResult
 * @property {number} code the exit status; 1 if a signal ended it or it could not start
 * @property {string} output standard output and standard error, in order
 */

/**
 * @param {string} file @param {string[]} args @param {{ env?: NodeJS.ProcessEnv, cwd?: string, shell?: boolean, onOutput?: (text: string) => void }} [options] @returns {Promise<CommandResult>}
 */
export function runQuietly(file, args, options = {}) {
  return new Promise(resolve => {
    let output = ''
    const child = spawn(file, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    /** @param {Buffer} chunk */
    const keep = chunk => {
      const text = chunk.toString()
      output += text
      options.onOutput?.(text)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', error => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

/**
 * With its output on our screen; returns the exit status.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, limitMs?: number }} [options] it is killed after `limitMs`
 * @returns {Promise<number>} its exit status
 */
export function runVisibly(file, args, options = {}) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, env: options.env ?? process.env, stdio: 'inherit', windowsHide: true })
    const timer = options.limitMs && setTimeout(() => child.kill('SIGKILL'), options.limitMs)
    child.on('error', error => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', code => {
      clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

/** @param {string} output @param {number} count */
export const lastLines = (output, count) => output.trimEnd().split('\n').slice(-count).join('\n')
