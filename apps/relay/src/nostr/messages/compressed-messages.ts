import { isUtf8 } from 'node:buffer'
import type { WebSocket, WebSocketServer } from 'ws'
import { inflated } from '../sending/deflate.ts'

const name = 'permessage-deflate'
const invalidData = 1007
const tooLarge = 1009

/** No client's compression is remembered from one message to the next, neither here nor there. */
export const compression = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: false as unknown as number,
} satisfies NonNullable<WebSocketServer['options']['perMessageDeflate']>

/** What `ws` calls for each part of a compressed message. */
interface Extension {
  decompress(part: Buffer, isLast: boolean, taken: (error: null, part: Buffer) => void): void
}

export interface Unread {
  readonly code: number
  readonly reason: string
  readonly cause: 'invalid' | 'size'
}

/**
 * `ws` would inflate at once, on shared threads and in memory that each client keeps; here messages wait compressed.
 */
export class CompressedMessages {
  readonly #bytesMax: number
  readonly #compressed = new WeakSet<Buffer>()
  #isCompressed = false

  constructor(websocket: WebSocket, bytesMax: number) {
    this.#bytesMax = bytesMax
    const extension = extensionsOf(websocket)[name]
    if (!extension) return
    extension.decompress = (part, _isLast, taken) =>
      // Later, or a chunk of many small messages would be read by as many nested calls.
      queueMicrotask(() => {
        this.#isCompressed = true
        taken(null, part)
      })
  }

  note(message: Buffer): void {
    if (this.#isCompressed) this.#compressed.add(message)
    this.#isCompressed = false
  }

  textOf(message: Buffer): string | Unread {
    const bytes = this.#compressed.has(message) ? inflated(message, this.#bytesMax) : message
    if (bytes === 'large') return { code: tooLarge, reason: '', cause: 'size' }
    if (bytes === 'broken' || !isUtf8(bytes)) return { code: invalidData, reason: '', cause: 'invalid' }
    return bytes.toString()
  }
}

export const isCompressing = (websocket: WebSocket) => websocket.extensions.includes(name)

const extensionsOf = (websocket: WebSocket) =>
  (websocket as unknown as { readonly _extensions: Record<string, Extension | undefined> })._extensions
