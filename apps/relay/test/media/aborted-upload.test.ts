import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { makeDataDir, spawnRelay } from '../harness.ts'
import { signer } from '../support/signer.ts'

it('logs no error when clients disconnect right after the body', async () => {
  const dataDir = await makeDataDir()
  const relay = await spawnRelay(dataDir, { LOG_LEVEL: 'warn' })
  const now = Math.floor(Date.now() / 1000)
  const tags = [
    ['t', 'upload'],
    ['x', 'a'.repeat(64)],
    ['expiration', String(now + 600)],
  ]
  const event = signer().sign({ kind: 24242, created_at: now - 1, content: 'upload', tags })
  const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
  const { hostname, port } = new URL(relay.publicUrl)
  const head = `PUT /upload HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nContent-Length: 20000\r\n\r\n`
  for (let round = 0; round < 30; round++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(head + 'a'.repeat(20_000), () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  expect(await relay.end()).toBe(0)
  expect(relay.output()).toBe('')
  await rm(dataDir, { recursive: true })
})
