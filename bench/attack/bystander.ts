import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Endpoint } from '../nostr/raw-socket.ts'
import { type Feeling, summary } from './feeling.ts'

export interface Felt extends Feeling {
  readonly writes: Feeling
}

/** Milliseconds. */
export interface Told {
  readonly reads: readonly number[]
  readonly writes: readonly number[]
}

export async function startBystander({ host, port }: Endpoint) {
  const child = fork(new URL('./bystander-process.ts', import.meta.url), [host, String(port)], { execArgv: [] })
  await once(child, 'message')
  return {
    async feel(): Promise<Felt> {
      child.send('tell')
      const [{ reads, writes }] = (await once(child, 'message')) as [Told]
      return { ...summary(reads), writes: summary(writes) }
    },
    stop: () => child.disconnect(),
  }
}
