import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '../attack/attack.ts'
import type { AttackOrder, AttackReport } from '../attack/attacker-process.ts'
import { heavyDeletions } from '../attack/attacks/floods/heavy-deletions.ts'
import { oldVanishes } from '../attack/attacks/floods/old-vanishes.ts'
import { reportFlood } from '../attack/attacks/floods/report-flood.ts'
import { giftWraps } from '../attack/attacks/gift-wraps.ts'
import { heavyReads } from '../attack/attacks/heavy-reads.ts'
import { fileFill } from '../attack/attacks/uploads/file-fill.ts'
import { imageFlood } from '../attack/attacks/uploads/image-flood.ts'
import { parallelUploads } from '../attack/attacks/uploads/parallel-uploads.ts'
import { slowUploads } from '../attack/attacks/uploads/slow-uploads.ts'
import type { Endpoint } from '../nostr/raw-socket.ts'

const attacks: readonly Attack[] = [
  heavyDeletions,
  oldVanishes,
  heavyReads,
  giftWraps,
  reportFlood,
  fileFill,
  parallelUploads,
  slowUploads,
  imageFlood,
]
const seconds = 10
const restMillis = 2000

export async function attackInTurn(endpoint: Endpoint, end: AbortSignal): Promise<Map<string, number>> {
  const ran = new Map<string, number>()
  for (let turn = 0; !end.aborted; turn++) {
    const { name } = attacks[turn % attacks.length] as Attack
    const attacker = fork(new URL('../attack/attacker-process.ts', import.meta.url), { execArgv: [] })
    const exit = once(attacker, 'exit')
    attacker.send({ name, endpoint, seconds } satisfies AttackOrder)
    const reported = once(attacker, 'message') as Promise<[AttackReport]>
    await Promise.race([reported, exit, once(end, 'abort')])
    if (attacker.connected) attacker.disconnect()
    await exit
    ran.set(name, (ran.get(name) ?? 0) + 1)
    await delay(restMillis)
  }
  return ran
}
