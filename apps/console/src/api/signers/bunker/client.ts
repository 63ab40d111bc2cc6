import type { NostrEvent } from '@hornets/contract/nostr'
import type { EventToSign } from '../event-to-sign.ts'
import { BunkerError } from './address.ts'
import type { BunkerAsk, BunkerErrorCode, BunkerTell } from './messages.ts'
import type { BunkerSession } from './session.ts'

export interface OnTheWay {
  readonly onOffer?: (uri: string) => void
  /** The signer requires approval on this page; always an https address. */
  readonly onApproval?: (url: string) => void
}

type Result = Extract<BunkerTell, { tell: 'connected' | 'signed' }>

interface Open extends OnTheWay {
  readonly resolve: (result: Result) => void
  readonly reject: (error: BunkerError) => void
}

let worker: Worker | undefined
let last = 0
const open = new Map<number, Open>()

/** Connects a remote signer by its address. Throws BunkerError. */
export async function connectBunker(address: string, tell: OnTheWay): Promise<BunkerSession> {
  return connected(await ask({ ask: 'connect', address }, tell))
}

/** Waits for a remote signer to scan the address given to `onOffer`. Throws BunkerError. */
export async function awaitBunker(relay: string, tell: OnTheWay): Promise<BunkerSession> {
  return connected(await ask({ ask: 'offer', relay, origin: location.origin }, tell))
}

/** Requests a signature for an event. Throws BunkerError. */
export async function signByBunker(
  session: BunkerSession,
  event: EventToSign,
  tell: OnTheWay = {},
): Promise<NostrEvent> {
  const result = await ask({ ask: 'sign', session, event }, tell)
  if (result.tell !== 'signed') throw new BunkerError('refused')
  return result.event
}

/** Closes all connections; pending requests fail with this code. */
export function hangUp(code: BunkerErrorCode = 'cancelled'): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of open.values()) reject(new BunkerError(code))
  open.clear()
}

function connected(result: Result): BunkerSession {
  if (result.tell !== 'connected') throw new BunkerError('refused')
  return result.session
}

function ask(question: BunkerAsk, tell: OnTheWay): Promise<Result> {
  worker ??= start()
  last += 1
  const id = last
  const asking = worker
  return new Promise((resolve, reject) => {
    open.set(id, { ...tell, resolve, reject })
    asking.postMessage({ id, ...question })
  })
}

function start(): Worker {
  const started = new Worker(new URL('./bunker-worker.ts', import.meta.url), { type: 'module', name: 'bunker' })
  started.onmessage = ({ data }: MessageEvent<BunkerTell>) => {
    const waiting = open.get(data.id)
    if (data.tell === 'offer') return waiting?.onOffer?.(data.uri)
    if (data.tell === 'approval') return waiting?.onApproval?.(data.url)
    open.delete(data.id)
    if (data.tell === 'failed') waiting?.reject(new BunkerError(data.code, data.words))
    else waiting?.resolve(data)
  }
  // The script failed to load.
  started.onerror = () => hangUp('unreachable')
  return started
}
