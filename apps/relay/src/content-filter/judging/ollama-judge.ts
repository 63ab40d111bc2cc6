import type { NostrEvent } from '@hornets/contract'
import type { ollama, ValuesOf } from '@hornets/contract/admin/settings'
import { serviceUrl } from '@hornets/server/outgoing/service-url'
import type { Judge, Question } from './judge.ts'
import { promptFor } from './prompt.ts'

const answerBytesMax = 2 ** 20

export class OllamaJudge implements Judge {
  readonly #values: () => Readonly<ValuesOf<typeof ollama>>

  constructor(values: () => Readonly<ValuesOf<typeof ollama>>) {
    this.#values = values
  }

  question(event: NostrEvent, instructions: string): Question {
    const { url, model, timeout } = this.#values()
    const json = { model, prompt: promptFor(event.content, instructions), stream: false }
    return { call: { url: serviceUrl(url), json, timeoutMs: timeout, maxBytes: answerBytesMax }, read: verdictIn }
  }
}

function verdictIn(answer: unknown): boolean | null {
  const { response } = answer as { response?: unknown }
  if (typeof response !== 'string') throw new TypeError('response is not a text')
  const [, word] = /^[^\p{L}\p{N}]*(true|false)(?![\p{L}\p{N}_])/iu.exec(response) ?? []
  return word === undefined ? null : word.toLowerCase() === 'true'
}
