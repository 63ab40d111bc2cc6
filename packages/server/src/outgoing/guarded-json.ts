import type { IncomingMessage } from 'node:http'
import type { GuardedRequest } from './guarded-requests.ts'
import { type AnswerLimits, readAnswer } from './read-answer.ts'

export interface Opener {
  open(url: URL, request: GuardedRequest): Promise<IncomingMessage>
}

export interface JsonLimits extends AnswerLimits {
  readonly headMs: number
}

/** The JSON at an address that others name. Throws for any other status than 200, and where the answer breaks a limit. */
export async function getGuardedJson(requests: Opener, url: URL, { headMs, ...limits }: JsonLimits): Promise<unknown> {
  const response = await requests.open(url, { headers: { accept: 'application/json' }, headMs })
  try {
    if (response.statusCode !== 200) throw new Error(`expected 200 of ${url.host}, got ${response.statusCode}`)
    return JSON.parse(await readAnswer(response, limits))
  } finally {
    response.destroy()
  }
}
