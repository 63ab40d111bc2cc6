import { type LiveEvent, type LiveEventName, live } from '@hornets/contract/admin/live'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { urlOf } from '../server/addresses.ts'

/** `polling`: the server has no live stream. */
export type ConnectionState = 'live' | 'reconnecting' | 'offline' | 'polling'

export interface LiveStreamParts {
  readonly token: () => string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly onEvent: (event: LiveEvent) => void
  readonly onState: (state: ConnectionState) => void
  /** Resolves with true if it can be tried again. */
  readonly onUnauthorized: (token: string) => Promise<boolean>
  /** Resolves after this many milliseconds, or when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** After this many consecutive failures the state is offline; retries continue. */
const failuresUntilOffline = 3
/** The server sends a comment every 15 s; after more than twice that the connection is dead. */
const silenceMs = 40_000

/** 1 s doubling to 30 s: a restart is noticed quickly, a long outage costs little. */
export function backOffMs(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
}

export async function followLiveStream(parts: LiveStreamParts, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const opened = await readOnce(parts, signal)
    if (signal.aborted || opened === 'unauthorized') return
    failures = opened === 'opened' ? 1 : failures + 1
    parts.onState(failures >= failuresUntilOffline ? 'offline' : 'reconnecting')
    await parts.wait(backOffMs(failures), signal)
  }
}

async function readOnce(parts: LiveStreamParts, signal: AbortSignal): Promise<'opened' | 'failed' | 'unauthorized'> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  let opened = false
  try {
    heard()
    const token = parts.token()
    const response = await parts.fetch(urlOf(live.path), {
      redirect: 'error',
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token ?? ''}` },
      signal: AbortSignal.any([signal, silence.signal]),
      cache: 'no-store',
    })
    // The refused token may belong to an earlier session.
    if (response.status === 401 && parts.token() === token) {
      clearTimeout(timer)
      return (await parts.onUnauthorized(token ?? '')) ? 'failed' : 'unauthorized'
    }
    if (!response.ok || !response.body) return 'failed'
    opened = true
    parts.onState('live')
    const bytes = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          heard()
          controller.enqueue(chunk)
        },
      }),
    )
    const events = bytes.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    for await (const { event, data } of iterate(events.pipeThrough(new EventSourceParserStream()))) {
      const parsed = await parseLiveEvent(event, data)
      if (parsed) parts.onEvent(parsed)
    }
    return 'opened'
  } catch {
    return opened ? 'opened' : 'failed'
  } finally {
    clearTimeout(timer)
  }
}

/** A known event of the stream; unknown and malformed ones are skipped. */
export async function parseLiveEvent(name: string | undefined, data: string): Promise<LiveEvent | undefined> {
  // The schemas load with the first event, not initially.
  const { liveEvents } = await import('@hornets/contract/admin/live')
  if (!name || !(name in liveEvents)) return undefined
  try {
    const parsed = liveEvents[name as LiveEventName].safeParse(JSON.parse(data))
    return parsed.success ? ({ name, data: parsed.data } as LiveEvent) : undefined
  } catch {
    return undefined
  }
}

/** Safari cannot iterate a ReadableStream. */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
