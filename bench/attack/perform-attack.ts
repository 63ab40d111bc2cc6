import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { withoutCore } from '../peer/machine-load.ts'
import type { PeerRelay } from '../peer/peer-relay.ts'
import type { Attack } from './attack.ts'
import type { AttackOrder, AttackReport } from './attacker-process.ts'
import { type Felt, startBystander } from './bystander.ts'

export const millisAllowed = 250
const watchMillis = 250
/** Two seconds after a start the relay stops once for 0.15 s (`overwriteGarbage`). */
const usualQuietMillis = 4000
const afterwardsMillis = 6000

export interface Outcome {
  readonly attack: Attack
  readonly report: AttackReport
  readonly before: Felt
  readonly during: Felt
  /** Milliseconds after the end until all answers are within the limit again; null if that did not happen. */
  readonly normalAfterMillis: number | null
  readonly survived: boolean
  /** While the attack lasted. */
  readonly core: ReturnType<ReturnType<typeof withoutCore>>
  /** Without mapped files, whose pages the system can reclaim. */
  readonly memoryMb: { readonly before: number; readonly peak: number; readonly after: number }
}

export interface Performance {
  readonly seconds: number
  readonly quietMillis?: number
  readonly afterMillis?: number
}

export async function performAttack(relay: PeerRelay, attack: Attack, performance: Performance): Promise<Outcome> {
  const { seconds, quietMillis = usualQuietMillis, afterMillis = afterwardsMillis } = performance
  const bystander = await startBystander(relay.endpoint)
  const attacker = fork(new URL('./attacker-process.ts', import.meta.url), { execArgv: [] })
  try {
    await delay(300)
    await bystander.feel()
    await delay(quietMillis)
    const before = await bystander.feel()
    const memoryBefore = relay.memory().anonymousMb
    let peak = memoryBefore
    const watcher = setInterval(() => {
      const { anonymousMb } = relay.memory()
      if (anonymousMb > peak) peak = anonymousMb
    }, watchMillis)
    const endWait = withoutCore(relay.pid)
    attacker.send({ name: attack.name, endpoint: relay.endpoint, seconds } satisfies AttackOrder)
    const [report] = (await once(attacker, 'message')) as [AttackReport]
    const during = await bystander.feel()
    const core = endWait()
    attacker.disconnect()
    await once(attacker, 'exit')
    const normalAfterMillis = await untilNormal(bystander, afterMillis)
    clearInterval(watcher)
    const after = relay.memory().anonymousMb
    const survived = relay.isRunning
    return {
      attack,
      report,
      before,
      during,
      normalAfterMillis,
      survived,
      core,
      memoryMb: { before: memoryBefore, peak, after },
    }
  } finally {
    bystander.stop()
    if (attacker.connected) attacker.disconnect()
  }
}

async function untilNormal(bystander: Awaited<ReturnType<typeof startBystander>>, millis: number) {
  const begun = performance.now()
  let slowAt = begun
  let worst = 0
  while (performance.now() - begun < millis) {
    await delay(watchMillis)
    const { max, writes } = await bystander.feel()
    worst = Math.max(max, writes.max)
    if (worst > millisAllowed) slowAt = performance.now()
  }
  return worst > millisAllowed ? null : slowAt - begun
}
