import type { AnswerOf, Endpoint } from '@hornets/contract/endpoint'
import { ApiError } from './api-error.ts'

/** The contract holds on the way in, too: an answer of another shape is an error here, not a crash in a component. */
export function checkAnswer<E extends Endpoint>(endpoint: E, answer: unknown): AnswerOf<E> {
  const schemas = Object.values(endpoint.answers)
  if (answer === undefined && schemas.includes(null)) return undefined as AnswerOf<E>
  let cause: unknown
  for (const schema of schemas) {
    const parsed = schema?.safeParse(answer)
    if (parsed?.success) return parsed.data as AnswerOf<E>
    cause = parsed?.error ?? cause
  }
  throw new ApiError({ status: 200, code: 'answer', message: 'An error occurred', cause })
}
