/** What the page asks of the worker that calls a server elsewhere. */
export interface ServerAsk {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly timeoutMs: number
}

export type ServerTell = { readonly status: number; readonly text: string } | { readonly failed: true }
