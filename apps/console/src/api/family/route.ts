import { ApiError } from '../calls/api-error.ts'
import type { RequestFacts, send } from '../calls/transport.ts'

export interface Asked {
  /** The values of the path's `:names`, in order. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** Sends the same call, or another one in its place. Text, empty and JSON answers are all taken. */
  readonly send: (instead?: Pick<Partial<RequestFacts>, 'method' | 'path' | 'body'>) => Promise<unknown>
}

/** How a call of ours is answered there. */
export type Answer = (asked: Asked) => Promise<unknown>
/** By call: `GET /api/kinds`. */
export type Routes = Readonly<Record<string, Answer>>

export const asIs: Answer = ({ send }) => send()

/** Go writes null for an empty list. */
export const asList: Answer = async ({ send }) => (await send()) ?? []

export const notOffered = () =>
  new ApiError({ status: 404, code: 'not_found', message: 'This server does not offer that' })

/** Sends by these routes. Other calls fail here: the server does not have them. */
export function sendBy(routes: Routes, sendPlain: typeof send): typeof send {
  const table = Object.entries(routes).map(([call, answer]) => ({ pattern: patternOf(call), answer }))
  return async request => {
    const [path = '', query = ''] = request.path.split('?')
    for (const { pattern, answer } of table) {
      const found = pattern.exec(`${request.method} ${path}`)
      if (!found) continue
      return answer({
        params: found.slice(1).map(decodeURIComponent),
        query: new URLSearchParams(query),
        body: (request.body ?? {}) as Readonly<Record<string, unknown>>,
        // Their servers take no other headers from another origin.
        send: async instead => parsed(await sendPlain({ ...request, ...instead, headers: {}, asText: true })),
      })
    }
    throw notOffered()
  }
}

const patternOf = (call: string) => new RegExp(`^${call.replaceAll('.', '\\.').replace(/:\w+/g, '([^/]+)')}$`)

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Values = Readonly<Record<string, unknown>>

export const asValues = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

export const asRows = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.map(asValues) : [])

export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0)
