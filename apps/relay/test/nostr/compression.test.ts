import { once } from 'node:events'
import type { Socket } from 'node:net'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

let engine: Awaited<ReturnType<typeof openEngine>>
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, compresses: true })
})
afterAll(() => engine.close())

const connect = () => RawClient.connect(engine.url, {}, { threshold: 0 })
const socketOf = ({ socket }: RawClient) => (socket as unknown as { readonly _socket: Socket })._socket
const packed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)

/** A frame of a client, by default a whole compressed message. */
function frameOf(payload: Uint8Array, first = 0xc1): Buffer {
  const length = payload.length < 126 ? Buffer.of(0x80 | payload.length) : Buffer.of(0xfe, 0, 0)
  if (length.length > 1) length.writeUInt16BE(payload.length, 1)
  return Buffer.concat([Buffer.of(first), length, Buffer.alloc(4), payload])
}

describe('compressed messages (RFC 7692)', () => {
  it('take fewer bytes for those who ask, and say the same as the others', async () => {
    const [small, plain] = [await connect(), await RawClient.connect(engine.url)]
    expect([small.socket.extensions, plain.socket.extensions]).toEqual(['permessage-deflate', ''])
    const event = signer().sign({ content: 'the same words again, '.repeat(50) })
    for (const client of [small, plain]) {
      client.say('REQ', 'ünd "quoted"', { ids: [event.id] })
      await client.hear('EOSE', 'ünd "quoted"')
    }
    const before = [small, plain].map(client => socketOf(client).bytesRead)
    await small.publish(event)
    const heard = await Promise.all([small, plain].map(client => client.hear('EVENT', 'ünd "quoted"')))
    expect(heard).toEqual([
      ['EVENT', 'ünd "quoted"', event],
      ['EVENT', 'ünd "quoted"', event],
    ])
    const [few = 0, many = 0] = [small, plain].map((client, at) => socketOf(client).bytesRead - (before[at] ?? 0))
    expect(many).toBeGreaterThan(1400)
    expect(few).toBeLessThan(many / 2)
    small.close()
    plain.close()
  })

  it('are not remembered from one to the next, on either side', async () => {
    const socket = new WebSocket(engine.url)
    const [{ headers }] = await once(socket, 'upgrade')
    expect(headers['sec-websocket-extensions'].split('; ').sort()).toEqual([
      'client_no_context_takeover',
      'permessage-deflate',
      'server_no_context_takeover',
    ])
    socket.terminate()
  })

  it('are refused above the largest message once inflated, and when they are broken', async () => {
    const [bomb, broken, utf8] = [await connect(), await connect(), await connect()]
    // 8 KB of some 8 MB.
    socketOf(bomb).write(frameOf(packed('x'.repeat(8 * 1024 * 1024))))
    socketOf(broken).write(frameOf(Buffer.of(0xff, 0xff, 0xff)))
    socketOf(utf8).write(
      frameOf(deflateRawSync(Buffer.of(0x22, 0xff, 0x22), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)),
    )
    expect(await Promise.all([bomb.closed, broken.closed, utf8.closed])).toMatchObject([
      { code: 1009 },
      { code: 1007 },
      { code: 1007 },
    ])
  })

  it('of the largest size are read, and count towards what a client may send', async () => {
    const client = await connect()
    client.socket.send(`["REQ","large",{"limit":0}${' '.repeat(512 * 1024 - 27)}]`)
    await client.hear('EOSE', 'large')
    client.close()
  })

  it('come in parts, and by the thousand, between others', async () => {
    const client = await connect()
    const message = packed('["REQ","parts",{"limit":0}]')
    const [start, end] = [message.subarray(0, 9), message.subarray(9)]
    const pong = frameOf(Buffer.alloc(0), 0x8a)
    socketOf(client).write(Buffer.concat([frameOf(start, 0x41), pong, frameOf(end, 0x80)]))
    await client.hear('EOSE', 'parts')
    const close = frameOf(packed('["CLOSE","nothing"]'))
    const plain = frameOf(Buffer.from('["REQ","plain",{"limit":0}]'), 0x81)
    const last = frameOf(packed('["REQ","last",{"limit":0}]'))
    socketOf(client).write(Buffer.concat([...Array.from({ length: 5000 }, () => close), plain, last]))
    await client.hear('EOSE', 'plain')
    await client.hear('EOSE', 'last')
    expect(client.heard.filter(([type]) => type === 'NOTICE')).toEqual([])
    client.close()
  })
})
