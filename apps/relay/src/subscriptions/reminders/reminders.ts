import type { Clock } from '@hornets/server/clock'
import { languageFor } from '../../mail/mails.ts'
import type { Publisher } from '../../publisher/publisher.ts'
import type { LiveRelaySettings } from '../../settings/settings.ts'
import type { Reminder } from './notice-rounds.ts'
import { reminderFacts } from './reminder-facts.ts'

export interface RemindersParts {
  readonly relaySettings: LiveRelaySettings
  readonly publisher: Pick<Publisher, 'write'> | undefined
  readonly isChainSeen: () => Promise<boolean>
  readonly relayName: () => string
  readonly subscribeUrl: () => string | undefined
  readonly now: Clock
}

/** Writes subscribers a private message before and when their subscription ends. */
export class Reminders {
  readonly #parts: RemindersParts

  constructor(parts: RemindersParts) {
    this.#parts = parts
  }

  /** Names no address that a payment would not be seen at. */
  async send(reminder: Reminder): Promise<void> {
    const { relaySettings, publisher, isChainSeen, relayName, subscribeUrl, now } = this.#parts
    const facts = reminderFacts(reminder, relaySettings.current(), now())
    const { reminders } = languageFor(reminder.language).letters
    const address = (await isChainSeen()) ? reminder.address : null
    const lines = reminders.message({ ...facts, address, relay: relayName(), url: subscribeUrl() })
    await publisher?.write(reminder.pubkey, lines.join('\n'))
  }
}
