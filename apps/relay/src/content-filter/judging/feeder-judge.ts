import type { NostrEvent } from '@hornets/contract'
import type { nestFeeder, ValuesOf } from '@hornets/contract/admin/settings'
import { serviceUrl } from '@hornets/server/outgoing/service-url'
import type { Judge, Question } from './judge.ts'

export class FeederJudge implements Judge {
  readonly #values: () => Readonly<ValuesOf<typeof nestFeeder>>

  constructor(values: () => Readonly<ValuesOf<typeof nestFeeder>>) {
    this.#values = values
  }

  question({ id, pubkey, created_at, kind, tags, content, sig }: NostrEvent, instructions: string): Question {
    const { url, timeout } = this.#values()
    const event_data = { id, pubkey, created_at, kind, tags, content, sig }
    return {
      call: { url: serviceUrl(url), json: { custom_instruction: instructions, event_data }, timeoutMs: timeout },
      read: answer => {
        const { pass } = answer as { pass?: unknown }
        if (typeof pass !== 'boolean') throw new TypeError('pass is not true or false')
        return pass
      },
    }
  }
}
