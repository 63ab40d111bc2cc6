import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { makeAuthEvent } from 'nostr-tools/nip42'
import { describe, expect, it } from 'vitest'
import { openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

describe("operator's rules", () => {
  it('counts for the next event on open connections: the mode, and the traffic figures with it (ADMIT-01, ADMIT-06)', async () => {
    const own = await openEngine({ verifierWorkers: 1 })
    const client = await RawClient.connect(own.url)
    const alice = signer()
    expect(await client.publish(alice.sign({ kind: 7 }))).toMatchObject({ accepted: true })
    own.settings.mode = 'whitelist'
    own.settings.KindWhitelist = ['kind1']
    expect(await client.publish(alice.sign({ kind: 7, content: 'again' }))).toEqual({
      accepted: false,
      message: 'blocked: kind 7 is not accepted here',
    })
    expect(await client.publish(alice.sign({ kind: 1 }))).toMatchObject({ accepted: true })
    expect(own.traffic).toEqual({ acceptedCount: 2, refusedCount: 1 })
    client.close()
    await own.close()
  })

  it('closes the open connections of a blocked author and lets them neither write nor sign in again (ACCESS-01, ACCESS-02, ACCESS-03)', async () => {
    const own = await openEngine({ verifierWorkers: 1 })
    const secret = generateSecretKey()
    const note = () =>
      finalizeEvent({ kind: 1, content: '', tags: [], created_at: Math.floor(Date.now() / 1000) }, secret)
    const clients = [
      await RawClient.connect(own.url),
      await RawClient.connect(own.url),
      await RawClient.connect(own.url),
    ]
    const [writer, reader, stranger] = clients as [RawClient, RawClient, RawClient]
    await writer.publish(note())
    reader.say('AUTH', answer(secret, own.url, await reader.challenge()))
    await reader.hear('OK')
    expect(own.nostr.connections()).toBe(3)
    const since = performance.now()
    own.block(getPublicKey(secret))
    expect((await writer.closed).code).toBe(1008)
    expect((await reader.closed).reason).toMatch(/^blocked: /)
    expect(performance.now() - since).toBeLessThan(1000)
    expect(own.nostr.connections()).toBe(1)
    expect((await stranger.publish(note())).message).toMatch(/^blocked: /)
    stranger.heard.splice(1)
    stranger.say('AUTH', answer(secret, own.url, await stranger.challenge()))
    expect((await stranger.hear('OK')).slice(2)).toEqual([false, expect.stringMatching(/^blocked: /)])
    stranger.close()
    await own.close()
  })

  const answer = (secret: Uint8Array, url: string, challenge: string) =>
    finalizeEvent(makeAuthEvent(url, challenge), secret)
})
