import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

const subject = new URL('./memory-folder.ts', import.meta.url)
let mount: string
beforeEach(() => {
  mount = mkdtempSync(join(tmpdir(), 'mount-'))
})
afterEach(() => rmSync(mount, { recursive: true }))

async function temporaryFolderOf(process: string): Promise<string> {
  const program = `import { keepTemporaryFilesInMemory } from '${subject}'
    import { tmpdir } from 'node:os'
    import { writeFileSync } from 'node:fs'
    keepTemporaryFilesInMemory({ mount: ${JSON.stringify(mount)}, filesBytes: 1, memoryBytes: 1 })
    writeFileSync(tmpdir() + '/file', 'kept')
    console.log(tmpdir())
    ${process}`
  const run = promisify(execFile)(globalThis.process.execPath, ['--input-type=module', '-e', program])
  return (await run.catch((killed: { stdout: string }) => killed)).stdout.trim()
}

/** More than any machine has. */
const tooMuch = 2 ** 60

it.each([{ filesBytes: tooMuch }, { memoryBytes: tooMuch }])(
  'with less room than %o, the system’s folder stays',
  room => {
    const before = tmpdir()
    expect(keepTemporaryFilesInMemory({ mount, filesBytes: 1, memoryBytes: 1, ...room })).toBeUndefined()
    expect(tmpdir()).toBe(before)
  },
)

it('uses the system’s folder without such a mount', () => {
  const before = tmpdir()
  expect(keepTemporaryFilesInMemory({ mount: join(mount, 'nowhere') })).toBeUndefined()
  expect(tmpdir()).toBe(before)
})

describe.runIf(process.platform === 'linux')('on a mount', () => {
  it('temporary files go there, and away with the process', async () => {
    const folder = await temporaryFolderOf('')
    expect(folder).toMatch(`${mount}/hornets-tests-`)
    expect(readdirSync(mount)).toEqual([])
  })

  it("removes remains of killed runs at the next start, but no one else's", async () => {
    const killed = await temporaryFolderOf("process.kill(process.pid, 'SIGKILL')")
    expect(existsSync(join(killed, 'file'))).toBe(true)
    const others = [`hornets-tests-${process.pid}`, 'chromium-123']
    for (const name of others) mkdirSync(join(mount, name))
    await temporaryFolderOf('')
    expect(readdirSync(mount).toSorted()).toEqual(others.toSorted())
  })
})
