import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { server } from '../../../test/support/zaps.ts'
import { askZapSigner, payUrlOf, zapAddress } from './lightning-address.ts'

describe('a Lightning address', () => {
  const answering = (statusCode: number, text: string) => ({
    asked: [] as string[],
    async open(url: URL) {
      this.asked.push(url.href)
      return Object.assign(Readable.from([Buffer.from(text)]), { statusCode }) as never
    },
  })
  const says = (facts: object) => JSON.stringify({ tag: 'payRequest', ...facts })

  it('is requested from its server', async () => {
    expect(payUrlOf('Hornet@Pay.Example')?.href).toBe('https://pay.example/.well-known/lnurlp/hornet')
    expect(payUrlOf('hornet@abc.onion')?.protocol).toBe('http:')
    for (const wrong of ['', 'hornet', 'a/b@pay.example', 'a@localhost', 'a@b@pay.example', 'a@pay.example/x'])
      expect(payUrlOf(wrong)).toBeNull()
    const requests = answering(200, says({ allowsNostr: true, nostrPubkey: server.pubkey }))
    const { lud16, askSigner } = zapAddress(requests, async () => 'Hornet@pay.example')
    expect(await lud16()).toBe('hornet@pay.example')
    expect(await askSigner('hornet@pay.example')).toBe(server.pubkey)
    expect(requests.asked).toEqual(['https://pay.example/.well-known/lnurlp/hornet'])
  })

  it.each([
    ['no zaps', 200, says({ allowsNostr: false, nostrPubkey: server.pubkey }), null],
    ['a wrong key', 200, says({ allowsNostr: true, nostrPubkey: 'npub1x' }), null],
  ])('with %s has no signer', async (_, status, text, signer) => {
    expect(await askZapSigner(answering(status, text), new URL('https://pay.example'))).toBe(signer)
  })

  it.each([
    ['an error', 200, '{"status":"ERROR","reason":"unknown"}'],
    ['another status', 404, says({})],
    ['too much', 200, ' '.repeat(70_000) + says({})],
  ])('that is answered by %s cannot be used', async (_, status, text) => {
    await expect(askZapSigner(answering(status, text), new URL('https://pay.example'))).rejects.toThrow()
  })
})
