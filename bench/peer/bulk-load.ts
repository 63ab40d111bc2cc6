import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { chunkPath } from '../nostr/event-chunks.ts'
import type { PeerRelay } from './peer-relay.ts'

/** Fills stores without their sockets, and without checking signatures: what takes hours otherwise. */
export async function bulkLoad(relays: readonly PeerRelay[], chunks: readonly number[], stored: number): Promise<void> {
  if (stored % 50_000 !== 0) throw new Error('--bulk takes whole files of 50,000 events')
  for (const relay of relays) {
    const begun = performance.now()
    const child = spawn(relay.loader.command, [...relay.loader.arguments], { stdio: ['pipe', 'ignore', 'inherit'] })
    const exit = once(child, 'exit')
    for (const chunk of chunks) await pipeline(createReadStream(chunkPath(chunk)), child.stdin, { end: false })
    child.stdin.end()
    const [code] = await exit
    if (code !== 0) throw new Error(`the loader of ${relay.name} ended with ${code}`)
    console.log(`${relay.name}: ${stored} events loaded in ${Math.round((performance.now() - begun) / 1000)} s`)
  }
}
