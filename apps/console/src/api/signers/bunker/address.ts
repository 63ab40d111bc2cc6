import type { BunkerFault } from './messages.ts'

/** A fault of the way to a remote signer, with the signer's own words where it gave some. */
export class BunkerError extends Error {
  override readonly name = 'BunkerError'
  readonly fault: BunkerFault
  readonly words: string | undefined

  constructor(fault: BunkerFault, words?: string) {
    super(fault)
    this.fault = fault
    this.words = words
  }
}

/** Encrypted, or on this very machine: other addresses the worker's content policy refuses. */
export function isSafeRelay(relay: string): boolean {
  if (!URL.canParse(relay)) return false
  const { protocol, hostname } = new URL(relay)
  return protocol === 'wss:' || (protocol === 'ws:' && ['localhost', '127.0.0.1'].includes(hostname))
}

/** Whether an approval page may be offered as a link: it comes from outside. */
export function isApprovalUrl(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:'
}
