import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const subject = new URL('./compiled-code.ts', import.meta.url)
const projectCache = fileURLToPath(new URL('../../../../.cache/', import.meta.url))
let folder: string
beforeEach(async () => {
  await mkdir(projectCache, { recursive: true })
  folder = await mkdtemp(join(projectCache, 'modules-test-'))
  await mkdir(join(folder, 'node_modules/lamp'), { recursive: true })
  await writeLamp('on.js')
  await writeFile(join(folder, 'node_modules/lamp/on.js'), `export const lamp = 'on'`)
  await writeFile(join(folder, 'node_modules/lamp/off.js'), `export const lamp = 'off'`)
  await writeAnswer(42)
  await writeFile(
    join(folder, 'program.ts'),
    `import { answer } from './answer.ts'
import { lamp } from 'lamp'
const place: string = new Error().stack!.match(/program\\.ts:\\d+/)![0]
export const said = [answer, lamp, place, import.meta.url].join(' ')`,
  )
  await writeFile(
    join(folder, 'main.ts'),
    `import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { keepCompiledCode, reuseCompiledCode } from '${subject}'
reuseCompiledCode('test', process.env, ${JSON.stringify(join(folder, 'compiled'))})
const { said } = await import('./program.ts')
console.log(said)
keepCompiledCode()
while (!existsSync(getCompileCacheDir() + '/test.modules')) await new Promise(kept => setTimeout(kept, 10))`,
  )
})
afterEach(() => rm(folder, { recursive: true }))

const writeAnswer = (answer: number) => writeFile(join(folder, 'answer.ts'), `export const answer: number = ${answer}`)
const writeLamp = (main: string) =>
  writeFile(join(folder, 'node_modules/lamp/package.json'), JSON.stringify({ type: 'module', exports: `./${main}` }))

async function start(): Promise<string> {
  const main = join(folder, 'main.ts')
  // The test command sets a folder for all programs, which would take precedence.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [main], { env, timeout: 10_000 })
  return stdout.trim()
}

async function keptFile(): Promise<string> {
  const [version = ''] = await readdir(join(folder, 'compiled'))
  return join(folder, 'compiled', version, 'test.modules')
}

const says = (answer: number, lamp: string) =>
  `${answer} ${lamp} program.ts:3 ${pathToFileURL(join(folder, 'program.ts')).href}`

it('a second start takes its modules from one file, with their addresses and lines', async () => {
  expect(await start()).toBe(says(42, 'on'))
  const path = await keptFile()
  const kept = await readFile(path, 'utf8')
  await writeFile(path, kept.replace('answer         = 42', 'answer         = 43'))
  expect(await start()).toBe(says(43, 'on'))
})

it('after a change, of a module or of where a package leads, files are read again', async () => {
  expect(await start()).toBe(says(42, 'on'))
  await writeAnswer(44)
  expect(await start()).toBe(says(44, 'on'))
  await rm(await keptFile())
  expect(await start()).toBe(says(44, 'on'))
  await writeLamp('off.js')
  expect(await start()).toBe(says(44, 'off'))
})

it('a file that was cut off is not used', async () => {
  await start()
  const path = await keptFile()
  const { length } = await readFile(path)
  await truncate(path, length - 3)
  expect(await start()).toBe(says(42, 'on'))
})
