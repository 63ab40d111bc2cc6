import type { RelayAsk, RelayTell } from './relay-messages.ts'

/** A worker, because its own content policy lets it reach relays, pages this server only (docs/decisions/138). */

const scope = globalThis as unknown as {
  postMessage(message: { readonly id: number; readonly tell: RelayTell }): void
  onmessage: ((message: MessageEvent<RelayAsk & { id: number }>) => void) | null
}

const answerMs = 15_000
/** Some 50,000 listed keys with reasons. */
const answerCharsMax = 8 * 1024 * 1024

scope.onmessage = async ({ data: { id, ...asked } }) => scope.postMessage({ id, tell: await ask(asked) })

async function ask({ url, call }: RelayAsk): Promise<RelayTell> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    const response = await fetch(url, {
      ...(call ? { method: 'POST', body: call.body, headers: headersOf(call) } : { headers: documentHeaders }),
      // A signature never follows a redirect to an address that nobody entered.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    })
    const text = await read(response)
    return text === null ? { tell: 'failed', code: 'long' } : { tell: 'answer', status: response.status, text }
  } catch {
    return { tell: 'failed', code: signal.aborted ? 'slow' : 'unreachable' }
  }
}

const documentHeaders = { accept: 'application/nostr+json' }
const headersOf = ({ authorization }: NonNullable<RelayAsk['call']>) => ({
  'content-type': 'application/nostr+json+rpc',
  authorization,
})

/** Null if it is too long. */
async function read(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > answerCharsMax) return null
  }
  return text
}
