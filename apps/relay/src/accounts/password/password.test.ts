import { beforeAll, describe, expect, it } from 'vitest'
import { PasswordHasher } from './password.ts'

let passwords: PasswordHasher
beforeAll(async () => {
  passwords = new PasswordHasher()
})

describe('passwords', () => {
  it('a wrong one, one in other case and an empty one do not match', async () => {
    const stored = await passwords.hash('Correct-Horse-7')
    for (const wrong of ['correct-horse-7', 'Correct-Horse-7 ', ''])
      expect(await passwords.verify(wrong, stored)).toBe(false)
    expect(await passwords.verify('Correct-Horse-7', stored)).toBe(true)
  })

  it('matches nothing without a stored hash', async () => {
    expect(await passwords.verify('Correct-Horse-7', undefined)).toBe(false)
  })

  it('takes as long without a stored hash (SIGN-07)', async () => {
    const hasher = new PasswordHasher({ memoryKib: 16_384, passes: 2, lanes: 1 })
    const own = await hasher.hash('Correct-Horse-7')
    const spent = async (stored: string | undefined) => {
      const times: number[] = []
      for (let tries = 0; tries < 3; tries++) {
        const before = process.cpuUsage()
        await hasher.verify('Wrong-Horse-7', stored)
        const { user, system } = process.cpuUsage(before)
        times.push(user + system)
      }
      return Math.min(...times)
    }
    const ratio = (await spent(undefined)) / (await spent(own))
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  it('throws for a stored value that is not a hash', async () => {
    await expect(passwords.verify('', '')).rejects.toThrow('Argon2id')
    await expect(passwords.verify('x', 'x')).rejects.toThrow('Argon2id')
  })

  it('a guess costs what RFC 9106 recommends where memory is scarce', async () => {
    expect(await passwords.hash('Correct-Horse-7')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/)
  })

  it('the same password is stored differently each time', async () => {
    expect(await passwords.hash('Correct-Horse-7')).not.toBe(await passwords.hash('Correct-Horse-7'))
  })

  it('a hash with other parameters than today’s is still understood', async () => {
    const { argon2Sync } = await import('node:crypto')
    const salt = Buffer.from('somesalt-of-16-b')
    const key = argon2Sync('argon2id', {
      message: 'password',
      nonce: salt,
      memory: 4096,
      passes: 2,
      parallelism: 1,
      tagLength: 16,
    })
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const stored = `$argon2id$v=19$m=4096,t=2,p=1$${encode(salt)}$${encode(key)}`
    expect(await passwords.verify('password', stored)).toBe(true)
    expect(await passwords.verify('passwort', stored)).toBe(false)
  })

  it('the same letters composed in another way are the same password', async () => {
    expect(await passwords.verify('Cafe\u0301-Horse-7', await passwords.hash('Caf\u00e9-Horse-7'))).toBe(true)
  })
})
