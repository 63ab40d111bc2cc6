import { expect, test } from 'vitest'
import { readSecret, writeSecret } from './secret.ts'

test.each(['', 'plain', 'with "quotes" and \\', 'p\u00e4ss \u{1f511}'])(
  'a secret with the passphrase %s is read as it was written, and overwritten',
  passphrase => {
    const entropy = Buffer.from('00ff7f80'.repeat(8), 'hex')
    const written = writeSecret({ entropy, passphrase })
    expect(JSON.parse(written.toString())).toEqual({ entropy: entropy.toString('hex'), passphrase })
    const read = readSecret(written)
    expect([read.entropy, read.passphrase.toString()]).toEqual([entropy, passphrase])
    expect(written.every(byte => byte === 0)).toBe(true)
  },
)

test('rejects other data as a secret', () => {
  expect(() => readSecret(Buffer.from('{"words":""}'))).toThrow('expected entropy and passphrase')
})
