import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { EventBatch } from '../../events/event-batch.ts'
import { frameBatch, frameBytes, frameHead, writeFrame } from './websocket-frame.ts'

/** What a websocket client receives when a server writes these bytes. */
async function heardIn(bytes: Buffer, count: number): Promise<string[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (_websocket, request) => request.socket.write(bytes))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  client.on('message', data => heard.push(String(data)))
  while (heard.length < count) await once(client, 'message')
  client.terminate()
  server.close()
  return heard
}

// Around the lengths at which the header grows (RFC 6455, 5.2).
const lengths = [0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 200_000]

describe('websocket frames', () => {
  it('carry a message of any length, written in one piece or as head and body', async () => {
    const prefix = Buffer.from('ü')
    const messages = lengths.map(length => ({
      prefix,
      body: Buffer.from('é'.repeat(length >> 1) + 'x'.repeat(length & 1)),
    }))
    const bytes = Buffer.alloc(messages.reduce((sum, message) => sum + frameBytes(message), 0))
    let end = 0
    for (const message of messages) end = writeFrame(bytes, end, message)
    expect(end).toBe(bytes.length)
    const texts = messages.map(({ body }) => `ü${body}`)
    expect(await heardIn(bytes, texts.length)).toEqual(texts)
    expect(Buffer.concat(messages.flatMap(message => [frameHead(message), message.body])).equals(bytes)).toBe(true)
  })

  it('carry a batch of events, each a message of its own', async () => {
    const events = lengths.map(length => `{"content":"${'ö'.repeat(length >> 1)}"}`)
    const frames = frameBatch(EventBatch.of(events), Buffer.from('["EVENT","s",'))
    expect(await heardIn(frames, events.length)).toEqual(events.map(json => `["EVENT","s",${json}]`))
    expect(frameBatch(EventBatch.of([]), Buffer.from('x'))).toHaveLength(0)
  })
})
