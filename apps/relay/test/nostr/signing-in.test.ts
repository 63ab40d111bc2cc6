import { finalizeEvent, generateSecretKey } from 'nostr-tools'
import { makeAuthEvent } from 'nostr-tools/nip42'
import { Relay } from 'nostr-tools/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1 })
})
afterAll(() => engine.close())

describe('signing in (NIP-42)', () => {
  const answerFor = (secret: Uint8Array, relayUrl: string, challenge: string, created_at?: number) => {
    const template = makeAuthEvent(relayUrl, challenge)
    return finalizeEvent({ ...template, created_at: created_at ?? template.created_at }, secret)
  }

  it('refuses the challenge of another connection, another relay, an old answer and a note, and takes the right one (PROTO-17)', async () => {
    const [client, other] = [await RawClient.connect(engine.url), await RawClient.connect(engine.url)]
    const secret = generateSecretKey()
    const challenge = await client.challenge()
    expect(challenge).not.toBe(await other.challenge())
    const wrong = [
      answerFor(secret, engine.url, await other.challenge()),
      answerFor(secret, 'wss://elsewhere.example', challenge),
      answerFor(secret, engine.url, challenge, Math.floor(Date.now() / 1000) - 3600),
      finalizeEvent({ ...makeAuthEvent(engine.url, challenge), kind: 1 }, secret),
      { ...answerFor(secret, engine.url, challenge), sig: '0'.repeat(128) },
      ...['relay', 'challenge'].map(missing => {
        const answer = makeAuthEvent(engine.url, challenge)
        return finalizeEvent({ ...answer, tags: answer.tags.filter(([name]) => name !== missing) }, secret)
      }),
    ]
    for (const event of wrong) {
      client.say('AUTH', JSON.parse(JSON.stringify(event)))
      const [, , accepted, message] = await client.hear('OK', event.id)
      expect([accepted, String(message)]).toEqual([false, expect.stringMatching(/^invalid: /)])
    }
    const answers = async () => {
      client.say('REQ', 'private', { kinds: [1059] })
      return (await client.hear('CLOSED', 'private'))[2]
    }
    expect(await answers()).toMatch(/^auth-required: /)
    const right = answerFor(generateSecretKey(), engine.url, challenge)
    const letter = signer().sign({ kind: 1059, tags: [['p', right.pubkey]] })
    expect(await other.publish(letter)).toMatchObject({ accepted: true })
    client.say('AUTH', JSON.parse(JSON.stringify(right)))
    expect((await client.hear('OK', right.id)).slice(2)).toEqual([true, ''])
    expect(await client.stored({ kinds: [1059] })).toEqual([letter.id])
    client.close()
    other.close()
  })

  it('lets a protected event in from its author alone (NIP-70), with several keys on one connection', async () => {
    const [first, second] = [generateSecretKey(), generateSecretKey()]
    const client = await Relay.connect(engine.url)
    const guarded = (secret: Uint8Array) =>
      finalizeEvent({ kind: 1, content: '', tags: [['-']], created_at: Math.floor(Date.now() / 1000) }, secret)
    await expect(client.publish(guarded(first))).rejects.toThrow(/^auth-required: /)
    await client.auth(async event => finalizeEvent(event, first))
    await client.publish(guarded(first))
    await expect(client.publish(guarded(second))).rejects.toThrow(/^restricted: /)
    const raw = await RawClient.connect(engine.url)
    for (const secret of [first, second]) {
      raw.say('AUTH', answerFor(secret, engine.url, await raw.challenge()))
      const event = guarded(secret)
      raw.say('EVENT', event)
      expect((await raw.hear('OK', event.id))[2]).toBe(true)
    }
    client.close()
    raw.close()
  })

  it('accepts only its configured names, even if a client connects by another', async () => {
    const own = await openEngine({ publicUrl: 'wss://relay.example', verifierWorkers: 1 })
    for (const [host, signedFor, accepted] of [
      ['evil.example', 'wss://evil.example', false],
      ['relay.example', 'wss://evil.example', false],
      ['evil.example', 'wss://relay.example/', true],
      ['relay.example', own.url, true],
    ] as const) {
      const client = await RawClient.connect(own.url, { host })
      const answer = answerFor(generateSecretKey(), signedFor, await client.challenge())
      client.say('AUTH', answer)
      expect([host, signedFor, (await client.hear('OK', answer.id))[2]]).toEqual([host, signedFor, accepted])
      client.close()
    }
    await own.close()
  })

  it('is not stored as a visible event', async () => {
    const client = await RawClient.connect(engine.url)
    const event = answerFor(generateSecretKey(), engine.url, await client.challenge())
    expect(await client.publish(event)).toMatchObject({ accepted: false })
    client.close()
  })
})
