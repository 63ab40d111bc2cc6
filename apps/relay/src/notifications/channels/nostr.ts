import { bodyOf, DeliveryError, type Send } from './channel.ts'

/** Writes private messages from the relay's key (NIP-17) into this relay's store. */
export interface MessagePublisher {
  write(pubkey: string, text: string, at: number): Promise<void>
}

export function nostrMessage(publisher: MessagePublisher | undefined): Send {
  return async (message, { recipient }) => {
    if (!publisher) throw new DeliveryError({ code: 'off' }, { isTransient: false })
    const { title, url, at } = message
    try {
      await publisher.write(
        recipient.pubkey,
        [title, bodyOf(message), ...(url === undefined ? [] : [url])].join('\n\n'),
        at,
      )
    } catch (cause) {
      throw new DeliveryError({ code: 'failed', text: (cause as Error).message.slice(0, 200) })
    }
  }
}
