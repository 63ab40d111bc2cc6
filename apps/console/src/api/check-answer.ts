import type { AnswerOf, Endpoint } from '@hornets/contract/endpoint'
import { ApiError, noAnswerText } from './api-error.ts'

/** An endpoint as the first load has it: the build leaves its schemas out (`build/late-schemas.ts`), they come when asked for. */
interface LateEndpoint {
  readonly whole?: () => Promise<Endpoint>
}

/**
 * Makes a call and checks its answer: the contract holds on the way in, too, and an answer of another shape is an error
 * here, not a crash in a component.
 */
export async function callChecked<E extends Endpoint>(endpoint: E, call: () => Promise<unknown>): Promise<AnswerOf<E>> {
  // A text, of which no schema says anything.
  if (endpoint.produces !== undefined) return (await call()) as AnswerOf<E>
  // What changes something goes out only when its answer can be read.
  if (endpoint.method !== 'GET') await withSchemas(endpoint)
  const [answer, { answers }] = await Promise.all([call(), withSchemas(endpoint)])
  return checkAnswer<E>(answers, answer)
}

async function withSchemas(endpoint: Endpoint & LateEndpoint): Promise<Endpoint> {
  try {
    return (await endpoint.whole?.()) ?? endpoint
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'network', message: noAnswerText, cause })
  }
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
