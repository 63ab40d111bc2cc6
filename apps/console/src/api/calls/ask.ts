import type { AnswerOf, BodyInputOf, Endpoint } from '@hornets/contract/endpoint'
import { callChecked } from './check-answer.ts'
import type { send } from './transport.ts'

/** Makes one call by the contract without an own session: for sign-in, and when a session ends. Throws ApiError. */
export function ask<E extends Endpoint>(
  request: typeof send,
  endpoint: E,
  facts: { readonly body?: BodyInputOf<E>; readonly token?: string } = {},
): Promise<AnswerOf<E>> {
  return callChecked(endpoint, () => request({ method: endpoint.method, path: endpoint.path, ...facts }))
}
