import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines } from '../run/command.mjs'
import { withProgress } from '../run/progress.mjs'
import { ScriptError } from '../run/script-error.mjs'
import { localEnvironment } from './local-node.mjs'
import { runNpm } from './npm.mjs'
import { onlyOne } from './only-one.mjs'
import { cacheFolder, inProject } from './workspace.mjs'

const inputs = ['apps/console', 'packages/contract', 'package-lock.json', 'tsconfig.base.json']
const ignored = new Set(['.cache', 'dist', 'node_modules', 'test'])
const isTest = /\.test\.tsx?$/
const stampFile = join(cacheFolder, 'console-built-from')
export const builtConsole = inProject('apps', 'console', 'dist')
const builtPage = join(builtConsole, 'index.html')

/** @param {string} path a file or a folder, relative to the project @returns {string[]} */
function filesUnder(path) {
  if (statSync(inProject(path)).isFile()) return [path]
  return readdirSync(inProject(path))
    .filter(name => !ignored.has(name) && !isTest.test(name))
    .flatMap(name => filesUnder(`${path}/${name}`))
}

function inputsHash() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inProject(file)))
  return hash.digest('hex')
}

/** @param {string} hash */
const isBuilt = hash => existsSync(builtPage) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

/** Unless its sources are unchanged. @throws {ScriptError} if the build fails */
export async function buildConsole() {
  if (isBuilt(inputsHash())) return
  await onlyOne('build', async () => {
    const hash = inputsHash()
    if (isBuilt(hash)) return
    await withProgress('Building the console', async () => {
      const result = await runNpm(['run', 'build', '--workspace', 'apps/console'], { env: localEnvironment() })
      if (result.code !== 0) throw new ScriptError(`The console could not be built:\n${lastLines(result.output, 40)}`)
    })
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(stampFile, hash)
  })
}
