import type { BunkerErrorCode } from './messages.ts'

export class BunkerError extends Error {
  override readonly name = 'BunkerError'
  readonly code: BunkerErrorCode
  readonly words: string | undefined

  constructor(code: BunkerErrorCode, words?: string) {
    super(code)
    this.code = code
    this.words = words
  }
}

/** Encrypted, or on this machine: the worker's content policy blocks other addresses. */
export function isSafeRelay(relay: string): boolean {
  if (!URL.canParse(relay)) return false
  const { protocol, hostname } = new URL(relay)
  return protocol === 'wss:' || (protocol === 'ws:' && ['localhost', '127.0.0.1'].includes(hostname))
}

/** Whether an approval page can be offered as a link: the address is untrusted. */
export function isApprovalUrl(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:'
}
