import type { Account } from '../../publisher/published-kind.ts'

/** How the relay addresses subscribers. */
interface Speaker {
  tell(account: Account): Promise<void>
  write(pubkey: string, text: string): Promise<void>
}

/** The relay's words to subscribers. The demo has none; at a start they come once the relay can publish. */
export class SubscriptionVoice {
  #speaker: Speaker | undefined

  speakBy(speaker: Speaker): void {
    this.#speaker = speaker
  }

  async tell(account: Account): Promise<void> {
    await this.#speaker?.tell(account)
  }

  async write(pubkey: string, text: string): Promise<void> {
    await this.#speaker?.write(pubkey, text)
  }
}
