import { HDKey } from '@scure/bip32'
import { expect, it } from 'vitest'
import { PublicBranch } from './public-branch.ts'

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')

it.each([-1, 0.5, 2 ** 31, Number.NaN])('a child %d, which has no public derivation, is refused', index => {
  const branch = new PublicBranch(HDKey.fromMasterSeed(Buffer.alloc(32, 1)))
  expect(() => branch.keyAt(index)).toThrow(`expected an index, got ${index}`)
})

it('the second test vector of BIP 32: the child 0 of its public master key', () => {
  const seed =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
  const { publicExtendedKey } = HDKey.fromMasterSeed(Buffer.from(seed, 'hex'))
  const child = HDKey.fromExtendedKey(
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  )
  expect(hex(new PublicBranch(HDKey.fromExtendedKey(publicExtendedKey)).keyAt(0))).toBe(hex(child.publicKey))
})

it('every child is what the library derives', () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const key = HDKey.fromMasterSeed(Buffer.alloc(32, seed))
      .derive("m/84'/0'/0'")
      .deriveChild(seed % 2)
    const branch = new PublicBranch(HDKey.fromExtendedKey(key.publicExtendedKey))
    for (const index of [0, 1, 2, 19, 255, 256, 65_537, 1_000_003, 2 ** 31 - 1])
      expect([seed, index, hex(branch.keyAt(index))]).toEqual([seed, index, hex(key.deriveChild(index).publicKey)])
  }
})
