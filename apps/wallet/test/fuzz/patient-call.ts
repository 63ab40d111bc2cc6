import { unlock } from '@hornets/contract/wallet/set-up'
import type { Operator } from '../support/operator.ts'
import { password } from '../support/world.ts'

/** Session and keys end when the clock jumps: signs in and unlocks again. Undefined if the wallet is killed midway. */
export async function patientCall<Reply extends { status: number; body: { code?: string } }>(
  operator: Operator,
  call: () => Promise<Reply>,
): Promise<Reply | undefined> {
  try {
    let reply = await call()
    if (reply.status === 401) {
      await operator.signIn()
      reply = await call()
    }
    if (reply.body.code === 'wallet_locked') {
      await operator.call(unlock, { body: { password } })
      reply = await call()
    }
    return reply
  } catch {
    return undefined
  }
}
