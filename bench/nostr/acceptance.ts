import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BurstFigures } from './burst-client.ts'

const usualEvents = 6000

export async function openAcceptance(rounds: number, eventsPerRound = usualEvents) {
  const generator = fork(new URL('./accept-generator.ts', import.meta.url), [String(rounds), String(eventsPerRound)])
  await once(generator, 'message')
  async function ask<Answer>(order: { type: 'verify' } | { type: 'publish'; url: string }): Promise<Answer> {
    generator.send(order)
    const [answer] = await once(generator, 'message')
    return answer as Answer
  }
  return {
    /** The checks (hash and signature) that one core does in a second. */
    countChecks: () => ask<{ tier: string; checksPerSecond: number }>({ type: 'verify' }),
    publish: (url: string) => ask<BurstFigures>({ type: 'publish', url }),
    async close() {
      const exit = once(generator, 'exit')
      generator.disconnect()
      await exit
    },
  }
}
