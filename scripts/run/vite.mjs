import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { localEnvironment, localNode } from '../setup/local-node.mjs'
import { inProject } from '../setup/workspace.mjs'
import { startPart } from './part.mjs'
import { ScriptError } from './script-error.mjs'

const addressWithinMs = 30_000
/** Vite does not watch its parent's channel itself. */
const endsWithParent = "data:text/javascript,process.once('disconnect',()=>process.exit())"
// biome-ignore lint/suspicious/noControlCharactersInRegex: Vite colours the address when it thinks that it has a terminal
const colours = /\u001b\[[0-9;]*m/g

/**
 * Its API calls go to the relay at RELAY_ADMIN_URL.
 * @param {string} adminUrl
 * @returns {Promise<{ part: import('./part.mjs').Part, url: string }>}
 * @throws {ScriptError} if Vite does not start
 */
export async function startVite(adminUrl) {
  const consoleFolder = inProject('apps', 'console')
  const manifest = createRequire(join(consoleFolder, 'package.json')).resolve('vite/package.json')
  /** @type {(url: string) => void} */
  let announce = () => {}
  /** @type {Promise<string>} */
  const announced = new Promise(resolve => {
    announce = resolve
  })
  const part = startPart({
    name: 'console',
    file: localNode(),
    args: [
      '--import',
      endsWithParent,
      join(dirname(manifest), 'bin', 'vite.js'),
      '--host',
      '127.0.0.1',
      '--clearScreen',
      'false',
    ],
    cwd: consoleFolder,
    env: { ...localEnvironment(), RELAY_ADMIN_URL: adminUrl },
    onOutput: text => {
      const plain = text.replace(colours, '')
      const url = /Local:\s+(http\S+)/.exec(plain)?.[1]
      if (url) announce(url)
      process.stdout.write(text)
    },
  })
  const tooLong = new Promise(resolve => setTimeout(resolve, addressWithinMs).unref())
  const url = await Promise.race([announced, part.ended.then(() => undefined), tooLong.then(() => undefined)])
  if (!url) {
    part.kill()
    throw new ScriptError(`Vite did not start. Its last lines:\n${part.lastWords()}`)
  }
  return { part, url }
}
