import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from './data-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each(['relay', 'wallet'] as const)('the folder of a %s', program => {
  it('does not mistake another file for a lock file', async () => {
    await writeFile(join(folder, `${program}.lock`), 'no database at all'.repeat(100))
    await expect(DataFolder.open(folder, program)).rejects.toThrow(
      `${program}.lock cannot be opened: file is not a database`,
    )
  })

  it('is held by one process at a time, and free afterwards', async () => {
    const first = await DataFolder.open(folder, program)
    await expect(DataFolder.open(folder, program)).rejects.toThrow(`Another ${program} is running on ${folder}`)
    first.close()
    const second = await DataFolder.open(folder, program)
    second.close()
  })
})
