import { expect, it } from 'vitest'
import { readSignedFile } from './signed-file.ts'

it.each([
  ['a PSBT', 'cHNidP8BAP4=', [0x70, 0x73, 0x62, 0x74, 0xff, 0x01, 0x00, 0xfe]],
  ['a finished transaction', '02000000000101fe', [0x02, 0, 0, 0, 0, 0x01, 0x01, 0xfe]],
])('the file of a signer with %s is read as bytes and as text', (_, text, bytes) => {
  expect(readSignedFile(Uint8Array.from(bytes))).toBe(text)
  expect(readSignedFile(new TextEncoder().encode(`${text}\n`))).toBe(text)
})
