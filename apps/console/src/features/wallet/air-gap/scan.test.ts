import { expect, test } from 'vitest'
import { psbtParts } from './psbt-ur.ts'
import { Scan } from './scan.ts'

/** As long as one with five coins. */
const psbt = btoa(
  `psbt\xff${Array.from({ length: 900 }, (_, index) => String.fromCharCode((index * 7) % 256)).join('')}`,
)

test('an animated PSBT is read from where the camera begins, with its parts counted', () => {
  const parts = psbtParts(psbt)
  expect(parts.count).toBeGreaterThan(5)
  const scan = new Scan('signed')
  expect(scan.take(parts.part(4).toUpperCase())).toEqual({ kind: 'parts', done: 1, count: parts.count })
  let state = scan.take(parts.part(5))
  for (let number = 6; state.kind === 'parts' && number < 200; number += 1) state = scan.take(parts.part(number))
  expect(state).toEqual({ kind: 'found', text: psbt })
})

test('limits a code to what a small camera can read', () => {
  const parts = psbtParts(psbt)
  for (const number of [1, parts.count, 1000]) expect(parts.part(number).length).toBeLessThan(300)
})

test('starts over with another animation, and rejects other types', () => {
  const scan = new Scan('signed')
  const other = psbtParts(btoa(`psbt\xff${'x'.repeat(900)}`))
  expect(scan.take(psbtParts(psbt).part(1))).toMatchObject({ kind: 'parts' })
  expect(scan.take(other.part(1))).toMatchObject({ kind: 'parts', done: 1 })
  expect(scan.take('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toEqual({ kind: 'other' })
  expect(new Scan('account').take(psbtParts(btoa('psbt\xff')).part(1))).toEqual({ kind: 'other' })
})

test('plain texts in one code: a PSBT, a transaction, a descriptor and a key, each where it is sought', () => {
  for (const text of [psbt, '70736274ff0100', '02000000000101ab'])
    expect(new Scan('signed').take(text)).toEqual({ kind: 'found', text })
  for (const text of ['wsh(sortedmulti(2,[d34db33f/48h]xpub', 'zpub6r', '[d34db33f/84h/0h/0h]xpub6C']) {
    expect(new Scan('account').take(` ${text}\n`)).toEqual({ kind: 'found', text })
    expect(new Scan('signed').take(text)).toEqual({ kind: 'other' })
  }
})

test('accepts any code as a recipient except parts of an animation', () => {
  const link = 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1'
  expect(new Scan('payment').take(link)).toEqual({ kind: 'found', text: link })
  expect(new Scan('payment').take(psbtParts(psbt).part(1))).toMatchObject({ kind: 'parts' })
})
