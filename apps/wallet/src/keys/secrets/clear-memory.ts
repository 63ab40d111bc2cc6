import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { WayOut } from '@hornets/server/outgoing/way-out'

/** Longer than any request with a secret, and shorter than the longest headers. */
const fillerChars = 12_000
const timeoutMs = 5000

/** From now on V8 overwrites the memory that it frees. */
export function overwriteFreedMemory(): void {
  v8.setFlagsFromString('--clear-free-memory')
}

/** Overwrites Node's request buffer, by a longer request to ourselves, and unused strings, by collecting them. */
export async function clearMemory(walletUrl: string, wayOut: WayOut): Promise<void> {
  const headers = { 'x-filler': '0'.repeat(fillerChars) }
  await wayOut
    .send(new URL('/health', walletUrl), { method: 'GET', headers, timeoutMs, maxBytes: 65_536 })
    .catch(() => undefined)
  v8.setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // A string can be held by another that the first collection finds unused.
  collect()
  collect()
}

/** Once the call with the secret is answered, and again for a call that was slow or still running then. */
const afterMs = [200, 5000]

/** Clears the memory soon after secrets were used. */
export class MemoryClearing {
  readonly #clear: () => void
  #timers: NodeJS.Timeout[] = []

  constructor(clear: () => void) {
    this.#clear = clear
  }

  start(): void {
    this.stop()
    this.#timers = afterMs.map(ms => setTimeout(this.#clear, ms).unref())
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}
