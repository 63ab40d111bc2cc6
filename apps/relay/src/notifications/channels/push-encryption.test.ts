import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPush, pushBytesMax } from './push-encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('RFC 8291, 5: encrypts the example of the standard byte for byte', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const sealed = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('a browser reads what was meant for it, and the longest message fits into 4096 bytes', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = Buffer.alloc(16, 7)
  const message = Buffer.alloc(pushBytesMax, 'ä')
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const sealed = encryptPush(message, keys)
  expect(sealed.length).toBe(4096)
  const [salt, theirs] = [sealed.subarray(0, 16), sealed.subarray(21, 86)]
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs])
  const input = derive(browser.computeSecret(theirs), auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  ).setAuthTag(sealed.subarray(-16))
  const read = Buffer.concat([decipher.update(sealed.subarray(86, -16)), decipher.final()])
  expect(read).toEqual(Buffer.concat([message, Buffer.from([2])]))
  expect(() => encryptPush(Buffer.alloc(pushBytesMax + 1), keys)).toThrow('at most 3993 bytes')
  expect(() => encryptPush(message, { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toThrow()
})
