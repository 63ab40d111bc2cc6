import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chunkEvents, chunkPath } from '../nostr/event-chunks.ts'
import type { PeerRelay } from './peer-relay.ts'

/** A relay without a loader (strfry may be built without its import) is filled through its socket. */
export async function bulkLoad(relays: readonly PeerRelay[], chunks: readonly number[], stored: number): Promise<void> {
  if (stored % chunkEvents !== 0) throw new Error(`--bulk takes whole files of ${chunkEvents} events`)
  for (const relay of relays) {
    if (!relay.loader) continue
    const begun = performance.now()
    const { command, arguments: words } = relay.loader
    const child = spawn(command, [...words], { stdio: ['pipe', 'ignore', 'inherit'] })
    const exit = once(child, 'exit')
    await pipeline(Readable.from(linesOf(chunks)), child.stdin)
    const [code] = await exit
    if (code !== 0) throw new Error(`the loader of ${relay.name} ended with ${code}`)
    console.log(`${relay.name}: ${stored} events loaded in ${Math.round((performance.now() - begun) / 1000)} s`)
  }
}

async function* linesOf(chunks: readonly number[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield* createReadStream(chunkPath(chunk))
}
