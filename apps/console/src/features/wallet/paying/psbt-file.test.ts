import { expect, it } from 'vitest'
import { readPsbtFile } from './psbt-file.ts'

const bytes = Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 0x01, 0x00, 0xfe])

it('the file of a signer is read as bytes and as text', () => {
  const base64 = 'cHNidP8BAP4='
  expect(readPsbtFile(bytes)).toBe(base64)
  expect(readPsbtFile(new TextEncoder().encode(`${base64}\n`))).toBe(base64)
})
