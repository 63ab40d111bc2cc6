import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const cost = { memoryKib: 64, passes: 1, lanes: 1 }
const secret = Buffer.from('{"entropy":"00"}')

test('a wrong password opens nothing', async () => {
  const box = await seal(secret, 'Right password 1', 'wallet', cost)
  expect(await unseal(box, 'right password 1', 'wallet')).toBeNull()
  expect(await unseal(box, '', 'wallet')).toBeNull()
})

test('fails to open data of another wallet or with a changed bit', async () => {
  const box = await seal(secret, 'password', 'wallet', cost)
  expect(await unseal(box, 'password', 'another wallet')).toBeNull()
  const parts = JSON.parse(box) as { sealed: string }
  const bytes = Buffer.from(parts.sealed, 'base64')
  for (const position of [0, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(
      await unseal(JSON.stringify({ ...parts, sealed: changed.toString('base64') }), 'password', 'wallet'),
    ).toBeNull()
  }
})

test('the right password opens it, typed on any keyboard', async () => {
  const box = await seal(secret, 'pass\u00e9', 'wallet', cost)
  expect(await unseal(box, 'passe\u0301', 'wallet')).toEqual(secret)
})

test('the same secret sealed twice shows nothing in common', async () => {
  const [one, two] = await Promise.all([seal(secret, 'password', 'a', cost), seal(secret, 'password', 'a', cost)])
  expect(JSON.parse(one).sealed).not.toBe(JSON.parse(two).sealed)
  expect(one).not.toContain('entropy')
})
