import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Endpoint } from '../nostr/raw-socket.ts'
import { type Feeling, summary } from './feeling.ts'

/** A client that reads while the relay is attacked. */
export async function startBystander({ host, port }: Endpoint) {
  const child = fork(new URL('./bystander-process.ts', import.meta.url), [host, String(port)], { execArgv: [] })
  await once(child, 'message')
  const feelings = async () => {
    child.send('tell')
    const [felt] = (await once(child, 'message')) as [{ at: number; millis: number }[]]
    return felt
  }
  return {
    /** What it felt since the last call. */
    async feel(): Promise<Feeling> {
      return summary((await feelings()).map(({ millis }) => millis))
    },
    stop: () => child.disconnect(),
  }
}
