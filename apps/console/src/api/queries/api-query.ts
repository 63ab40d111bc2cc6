import type { AnswerOf, Endpoint } from '@hornets/contract/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../calls/api.ts'
import type { CallArguments, CallInput } from '../calls/client.ts'
import { cached } from './cached.ts'

type Asked<E extends Endpoint> = Omit<CallInput<E>, 'signal'>

export function apiQuery<E extends Endpoint>(
  endpoint: E,
  ...[input]: object extends Asked<E> ? [Asked<E>?] : [Asked<E>]
) {
  return queryOptions({
    ...cached(endpoint, input),
    queryFn: ({ signal }): Promise<AnswerOf<E>> =>
      api.call(endpoint, ...([{ ...input, signal }] as unknown as CallArguments<E>)),
  })
}
