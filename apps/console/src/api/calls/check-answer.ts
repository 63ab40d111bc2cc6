import type { AnswerOf, Endpoint } from '@hornets/contract/endpoint'
import { ApiError } from './api-error.ts'

/** A malformed answer is an error here, not a crash in a component. */
export async function callChecked<E extends Endpoint>(endpoint: E, call: () => Promise<unknown>): Promise<AnswerOf<E>> {
  // Plain text, without a schema.
  if (endpoint.produces !== undefined) return (await call()) as AnswerOf<E>
  return checkAnswer<E>(endpoint.answers, await call())
}

function checkAnswer<E extends Endpoint>(answers: Endpoint['answers'], answer: unknown): AnswerOf<E> {
  const schemas = Object.values(answers)
  if (answer === undefined && schemas.includes(null)) return undefined as AnswerOf<E>
  let cause: unknown
  for (const schema of schemas) {
    const parsed = schema?.safeParse(answer)
    if (parsed?.success) return parsed.data as AnswerOf<E>
    cause = parsed?.error ?? cause
  }
  throw new ApiError({ status: 200, code: 'answer', message: 'An error occurred', cause })
}
