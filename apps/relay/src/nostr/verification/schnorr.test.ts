import { readFileSync } from 'node:fs'
import { schnorr } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadBestTier, loadTier, verifierTiers } from './schnorr.ts'
import type { VerifySchnorr } from './verify-schnorr.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const vectors = readFileSync(new URL('./bip340-vectors.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.split(','))
  .map(([index, , publicKey = '', , message = '', signature = '', result, comment]) => ({
    name: `vector ${index} ${comment}`.trim(),
    publicKey: bytes(publicKey),
    message: bytes(message),
    signature: bytes(signature),
    valid: result === 'TRUE',
  }))

const order = bytes('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141')
const field = bytes('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F')

async function loadAll(): Promise<Map<string, VerifySchnorr>> {
  const loaded = new Map<string, VerifySchnorr>()
  for (const tier of verifierTiers) {
    const verify = await loadTier(tier)
    if (verify) loaded.set(tier, verify)
  }
  return loaded
}

describe('checking BIP-340 signatures', async () => {
  const loaded = await loadAll()

  it('has WebAssembly and JavaScript everywhere, and takes the best tier that there is', async () => {
    expect(loaded.has('wasm')).toBe(true)
    expect(loaded.has('javascript')).toBe(true)
    expect((await loadBestTier()).tier).toBe(verifierTiers.find(tier => loaded.has(tier)))
  })

  it('is tried with all nineteen official vectors', () => {
    expect(vectors).toHaveLength(19)
  })

  for (const [tier, verify] of loaded) {
    for (const { name, publicKey, message, signature, valid } of vectors) {
      if (tier === 'wasm' && message.length !== 32) continue
      it(`${valid ? 'accepts' : 'refuses'} ${name} (${tier})`, () => {
        expect(verify(signature, message, publicKey)).toBe(valid)
      })
    }
  }

  it('gives the same answer in every tier for right, broken and extreme signatures', () => {
    const thirtyTwo = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const flip = fc.option(fc.record({ part: fc.constantFrom('key', 'message', 'signature'), bit: fc.nat(511) }))
    const edge = fc.option(
      fc.record({
        part: fc.constantFrom('r', 's', 'key'),
        value: fc.constantFrom(new Uint8Array(32), new Uint8Array(32).fill(255), order, field, oneLess(order)),
      }),
    )
    fc.assert(
      fc.property(thirtyTwo, thirtyTwo, flip, edge, (seed, message, flipped, extreme) => {
        const secret = schnorr.utils.randomSecretKey(Uint8Array.from([...seed, ...seed.slice(0, 16)]))
        const key = Uint8Array.from(schnorr.getPublicKey(secret))
        const signature = Uint8Array.from(schnorr.sign(message, secret, new Uint8Array(32)))
        const signed = Uint8Array.from(message)
        if (flipped) flipBit({ key, message: signed, signature }[flipped.part], flipped.bit)
        if (extreme?.part === 'key') key.set(extreme.value)
        else if (extreme) signature.set(extreme.value, extreme.part === 'r' ? 0 : 32)
        const answers = Array.from(loaded.values(), verify => verify(signature, signed, key))
        expect(new Set(answers).size).toBe(1)
        if (!flipped && !extreme) expect(answers[0]).toBe(true)
        if (flipped && !extreme) expect(answers[0]).toBe(false)
      }),
      { numRuns: 150 },
    )
  }, 30_000)

  it('checks each signature by its own key, also of keys that were checked before', () => {
    const message = new Uint8Array(32).fill(7)
    const signed = Array.from({ length: 3 }, (_, at) => {
      const secret = new Uint8Array(32).fill(at + 1)
      return { key: Uint8Array.from(schnorr.getPublicKey(secret)), signature: schnorr.sign(message, secret) }
    })
    for (const verify of loaded.values())
      for (let round = 0; round < 2; round++)
        for (const { key } of signed)
          for (const { key: author, signature } of signed)
            expect(verify(Uint8Array.from(signature), message, key)).toBe(key === author)
  })
})

function flipBit(target: Uint8Array, bit: number): void {
  const at = (bit >> 3) % target.length
  target[at] = (target[at] ?? 0) ^ (1 << (bit & 7))
}

function oneLess(value: Uint8Array): Uint8Array {
  const less = Uint8Array.from(value)
  less[31] = (less[31] ?? 0) - 1
  return less
}
