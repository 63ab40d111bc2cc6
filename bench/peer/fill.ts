import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunkEvents, firstFreshChunk, makeChunks, readChunk } from '../nostr/event-chunks.ts'
import { publish } from '../nostr/publish.ts'
import { bulkLoad } from './bulk-load.ts'
import type { PeerRelay } from './peer-relay.ts'
import { type Bench, clientAddress } from './row.ts'
import { measureAccept } from './rows/accept.ts'

const eventsPerRound = 6000

interface Holding {
  readonly stored: number
  readonly usedFresh: number
}

export async function openStores(
  settings: Omit<Bench, 'fresh'>,
  { folder, bulk }: { readonly folder: string; readonly bulk: boolean },
): Promise<Bench> {
  const { relays, stored, rounds } = settings
  const note = join(folder, 'holding.json')
  const holding = await readHolding(note)
  if (holding && holding.stored !== stored)
    throw new Error(`The stores in ${folder} hold ${holding.stored} events: --events=${holding.stored} uses them.`)
  let usedFresh = holding?.usedFresh ?? 0
  const bench: Bench = {
    ...settings,
    async fresh(count) {
      const events: string[] = []
      while (events.length < count) {
        const chunk = await readChunk(firstFreshChunk + Math.floor(usedFresh / chunkEvents))
        const part = chunk.slice(usedFresh % chunkEvents, (usedFresh % chunkEvents) + count - events.length)
        for (const json of part) events.push(json)
        usedFresh += part.length
      }
      await writeFile(note, JSON.stringify({ stored, usedFresh } satisfies Holding))
      return events
    },
  }
  if (!holding) {
    const chunks = Array.from({ length: Math.ceil(stored / chunkEvents) }, (_, chunk) => chunk)
    await makeChunks(chunks)
    if (bulk) {
      for (const relay of relays) if (relay.loader) await makeDatabases(relay)
      await bulkLoad(relays, chunks, stored)
    }
    for (const relay of relays) await relay.start()
    if (bulk) {
      for (const relay of relays) if (!relay.loader) await sendAll(relays, relay, stored, 0)
    } else await fillThroughSockets(bench, rounds)
    await writeFile(note, JSON.stringify({ stored, usedFresh } satisfies Holding))
  } else for (const relay of relays) await relay.start()
  return bench
}

/** Ours does not start where events are and other databases are not. */
async function makeDatabases(relay: PeerRelay): Promise<void> {
  await relay.start()
  await relay.stop()
}

async function fillThroughSockets(bench: Bench, rounds: number): Promise<void> {
  const { relays, stored } = bench
  const measured = Math.min(rounds * eventsPerRound, stored)
  const first = await readChunk(0)
  await measureAccept(bench, 'empty store', async round =>
    first.slice(round * eventsPerRound, Math.min((round + 1) * eventsPerRound, stored)),
  )
  for (const relay of relays) await sendAll(relays, relay, stored, measured)
}

async function sendAll(relays: readonly PeerRelay[], relay: PeerRelay, stored: number, from: number): Promise<void> {
  for (const other of relays) if (other !== relay) other.suspend()
  for (let chunk = 0; chunk * chunkEvents < stored; chunk++) {
    const events = (await readChunk(chunk)).slice(chunk === 0 ? from : 0, stored - chunk * chunkEvents)
    const { refused } = await publish(relay.endpoint, events, { clients: 8, inFlight: 32, from: clientAddress(3) })
    if (refused > 0) throw new Error(`${relay.name} refused ${refused} events of those that it is filled with`)
  }
  for (const other of relays) other.resume()
}

async function readHolding(path: string): Promise<Holding | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}
