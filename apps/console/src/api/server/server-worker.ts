import { readText } from '../calls/read-text.ts'
import type { ServerAsk, ServerTell } from './server-messages.ts'

/** A worker, because its own content policy lets it reach other servers, pages this one only (docs/decisions/138). */

const scope = globalThis as unknown as {
  postMessage(message: { readonly id: number; readonly tell: ServerTell }): void
  onmessage: ((message: MessageEvent<ServerAsk & { readonly id: number }>) => void) | null
}

scope.onmessage = async ({ data: { id, ...asked } }) => scope.postMessage({ id, tell: await ask(asked) })

async function ask({ url, timeoutMs, ...request }: ServerAsk): Promise<ServerTell> {
  try {
    const response = await fetch(url, {
      ...request,
      // A token never follows a redirect to an address that nobody entered.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await readText(response) }
  } catch {
    return { failed: true }
  }
}
