import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SecretBox } from './secret-box.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-box-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the secret box', () => {
  it('opens nothing that was tampered with, moved to another place or sealed with another key', async () => {
    const box = await SecretBox.open(folder)
    const sealed = box.seal('the secret', 'general.private_key')
    expect(() => box.unseal(sealed, 'wallet.api_key')).toThrow()
    const bytes = Buffer.from(sealed, 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => box.unseal(changed.toString('base64'), 'general.private_key')).toThrow()
    }
    await writeFile(join(folder, 'secret.key'), Buffer.alloc(32, 7))
    const other = await SecretBox.open(folder)
    expect(() => other.unseal(sealed, 'general.private_key')).toThrow()
  })

  it('a key file of the wrong length is said so, and is not written over', async () => {
    await writeFile(join(folder, 'secret.key'), 'short')
    await expect(SecretBox.open(folder)).rejects.toThrow('should hold 32 bytes, it holds 5')
  })

  it('a first start that ends while the key is written leaves none, and the next one makes it', async () => {
    const program = `
      import { SecretBox } from ${JSON.stringify(new URL('secret-box.ts', import.meta.url))}
      await SecretBox.open(${JSON.stringify(folder)})`
    // Sets a file size limit of zero.
    const args = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program]
    expect(spawnSync('sh', args).status).not.toBe(0)
    const sealed = (await SecretBox.open(folder)).seal('the secret', 'here')
    expect((await SecretBox.open(folder)).unseal(sealed, 'here')).toBe('the secret')
    expect(await readdir(folder)).toEqual(['secret.key'])
  })

  it('its key is for its own user alone, and opens after a restart what it sealed before', async () => {
    const sealed = (await SecretBox.open(folder)).seal('the secret', 'here')
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect((await SecretBox.open(folder)).unseal(sealed, 'here')).toBe('the secret')
  })

  it('gives back any text, and seals the same text differently each time', async () => {
    const box = await SecretBox.open(folder)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const sealed = box.seal(text, 'here')
        expect(box.unseal(sealed, 'here')).toBe(text)
        expect(box.seal(text, 'here')).not.toBe(sealed)
      }),
    )
  })
})
