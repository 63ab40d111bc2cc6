import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { EventBatch, type Margins, noMargins } from '../../events/event-batch.ts'
import { BatchBuilder } from '../../events/lmdb/reading/batch-builder.ts'
import { frameBatch, frameBytes, frameHead, marginsOf, writeFrame } from './websocket-frame.ts'

const prefix = Buffer.from('["EVENT","s",')

function batchOf(texts: readonly string[], margins: Margins, release = () => {}): EventBatch {
  const builder = new BatchBuilder({ margins })
  for (const text of texts) builder.add(Buffer.from(text))
  const { bytes, ends } = builder.take()
  return new EventBatch(bytes, ends, margins, release)
}

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

  it.each([
    ['with room for them', marginsOf(prefix)],
    ['without', noMargins],
  ])('carry a batch of events %s, each as a separate message', async (_name, margins) => {
    const events = lengths.map(length => `{"content":"${'ö'.repeat(length >> 1)}"}`)
    const texts = [events.slice(2, 7), events].map(list => ({
      list,
      frames: frameBatch(batchOf(list, margins), prefix),
    }))
    for (const { list, frames } of texts)
      expect(await heardIn(frames.bytes, list.length)).toEqual(list.map(json => `["EVENT","s",${json}]`))
    expect(frameBatch(batchOf([], margins), prefix).bytes).toHaveLength(0)
  })

  it('are written into the memory of a batch that has room, which is given back once they are sent', () => {
    const release = vi.fn()
    const batch = batchOf(['x'.repeat(300), 'y'.repeat(500)], marginsOf(prefix), release)
    const frames = frameBatch(batch, prefix)
    expect(frames.bytes.buffer).toBe(batch.bytes.buffer)
    expect(release).not.toHaveBeenCalled()
    frames.release()
    expect(release).toHaveBeenCalledOnce()
  })

  it.each([
    ['shorter', 'x'.repeat(50)],
    ['longer', 'x'.repeat(70_000)],
  ])('are written elsewhere if one event is %s than usual, and free the memory immediately', (_name, json) => {
    const release = vi.fn()
    const batch = batchOf(['x'.repeat(300), json], marginsOf(prefix), release)
    const frames = frameBatch(batch, prefix)
    expect(frames.bytes.buffer).not.toBe(batch.bytes.buffer)
    frames.release()
    expect(release).toHaveBeenCalledOnce()
  })
})
