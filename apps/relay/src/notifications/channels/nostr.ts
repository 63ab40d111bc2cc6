import { bodyOf, DeliveryError, type Send } from './channel.ts'

/** Writes a private message from the relay's key (NIP-17) into this relay's store. */
type WritePrivately = (pubkey: string, text: string, at: number) => Promise<void>

/** The relay's private messages; none until it can publish, and none in the demo. */
export class PrivateWriter {
  #write: WritePrivately | undefined

  writeBy(write: WritePrivately): void {
    this.#write = write
  }

  current(): WritePrivately | undefined {
    return this.#write
  }
}

/** Private messages to the admin's key. */
export function nostrMessage(writer: PrivateWriter): Send {
  return async (message, { recipient }) => {
    const writing = writer.current()
    if (!writing) throw new DeliveryError({ code: 'off' }, { isTransient: false })
    const { title, url, at } = message
    try {
      await writing(recipient.pubkey, [title, bodyOf(message), ...(url === undefined ? [] : [url])].join('\n\n'), at)
    } catch (cause) {
      throw new DeliveryError({ code: 'failed', text: (cause as Error).message.slice(0, 200) })
    }
  }
}
