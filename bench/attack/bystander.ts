import { fork } from 'node:child_process'
import { once } from 'node:events'
import { at } from '../nostr/burst-client.ts'
import type { Endpoint } from '../nostr/raw-socket.ts'

const everyMillis = 50

export interface Feeling {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Somebody who reads while the relay is attacked. */
export async function startBystander({ host, port }: Endpoint) {
  const child = fork(new URL('./bystander-process.ts', import.meta.url), [host, String(port)])
  await once(child, 'message')
  const feelings = async () => {
    child.send('tell')
    const [felt] = (await once(child, 'message')) as [{ at: number; millis: number }[]]
    return felt
  }
  return {
    /** What was felt since it was last asked. */
    async feel(): Promise<Feeling> {
      return summary((await feelings()).map(({ millis }) => millis))
    },
    /** Milliseconds of the last `count` questions, oldest first, since it was last asked. */
    async recent(): Promise<readonly number[]> {
      return (await feelings()).map(({ millis }) => millis)
    },
    stop: () => child.disconnect(),
  }
}

/**
 * A question is due every 50 ms. Those that could not be asked because one before them was waiting would have waited for
 * the rest of its time: they are counted like that, or one long stall would hide behind many quick answers.
 */
export function summary(measured: readonly number[]): Feeling {
  const all = measured.flatMap(millis =>
    Array.from({ length: Math.max(1, Math.ceil(millis / everyMillis)) }, (_, missed) => millis - missed * everyMillis),
  )
  all.sort((a, b) => a - b)
  return { p50: at(all, 0.5), p99: at(all, 0.99), max: at(all, 1) }
}
