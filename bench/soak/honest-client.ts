import { setTimeout as delay } from 'node:timers/promises'
import { isTaken } from '../attack/tactics.ts'
import { Asker } from '../nostr/asker.ts'
import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'
import { author } from '../nostr/seeded-events.ts'
import { writer } from '../nostr/signed-event.ts'
import type { Acknowledged } from './acknowledged.ts'

const filler = 'words that somebody wrote for a while and that others may want to read '.repeat(8)
const addressesEach = 5
const expiresAfterSeconds = 60

export interface Diary {
  read(millis: number): void
  written(millis: number): void
  failed(what: string): void
}

export async function beHonest(
  to: Endpoint,
  number: number,
  diary: Diary,
  acknowledged: Acknowledged,
  end: AbortSignal,
) {
  const self = writer(`soak ${number}`)
  const from = `127.0.50.${1 + Math.floor(number / 4)}`
  let clock = 0
  const now = () => {
    clock = Math.max(clock + 1, Math.floor(Date.now() / 1000))
    return clock
  }
  for (let visit = 0; !end.aborted; visit++) {
    await delay(Math.random() * 1000)
    const line = await RawSocket.connect(to, { from, timeoutMillis: 30_000 }).catch(() => null)
    const writing = await RawSocket.connect(to, { from, timeoutMillis: 30_000 }).catch(() => null)
    if (!line || !writing) {
      diary.failed('a connection')
      continue
    }
    const asker = new Asker(line)
    for (let turn = 0; turn < 12 && !end.aborted; turn++) {
      const authors = Array.from({ length: 30 }, (_, at) => author((number * 40 + visit + at * 7) % 5000).pubkey)
      const read = await (turn === 0
        ? asker.subscribe({ authors, limit: 10 })
        : asker.request(turn % 2 === 0 ? { authors, limit: 20 } : { kinds: [1], limit: 20 }))
      if (read.end === 'EOSE') diary.read(read.millis)
      else diary.failed(`a REQ: ${read.text || read.end}`)
      await delay(300 + Math.random() * 600)
      const { json, note, doubt } = write(self, visit * 12 + turn, now())
      const begun = performance.now()
      if (await isTaken(writing, json)) {
        diary.written(performance.now() - begun)
        note?.(acknowledged)
      } else {
        doubt?.(acknowledged)
        diary.failed('an EVENT')
      }
      await delay(300 + Math.random() * 600)
    }
    line.close()
    writing.close()
  }
}

/** Most are replaced, expire or are ephemeral; one in twenty is kept, so the disk should remain at a size. */
function write(self: ReturnType<typeof writer>, count: number, created_at: number) {
  const content = `${count} ${filler}`
  if (count % 20 === 0) {
    const json = self.write({ created_at, content })
    return { json, note: (all: Acknowledged) => all.keep(json.slice(7, 71)) }
  }
  if (count % 3 === 0) {
    const d = String(count % addressesEach)
    const address = `${self.pubkey}:${d}`
    const json = self.write({ kind: 30_078, tags: [['d', d]], created_at, content })
    return {
      json,
      note: (all: Acknowledged) => all.replace(address, json.slice(7, 71), created_at),
      doubt: (all: Acknowledged) => all.doubt(address),
    }
  }
  if (count % 3 === 1) {
    const expiration = String(Math.floor(Date.now() / 1000) + expiresAfterSeconds)
    return { json: self.write({ tags: [['expiration', expiration]], created_at, content }) }
  }
  return { json: self.write({ kind: 20_005, content }) }
}
