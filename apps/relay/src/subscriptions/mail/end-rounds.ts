import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { LiveRelaySettings } from '../../settings/settings.ts'
import type { NoticeRounds } from '../reminders/notice-rounds.ts'
import type { MailRounds } from './mail-rounds.ts'

const roundEveryMs = 60_000

export interface EndRoundsParts {
  readonly ends: NoticeRounds
  readonly mailRounds: MailRounds
  readonly relaySettings: LiveRelaySettings
  readonly rounds: Rounds
  readonly logger: Logger
}

/** Looks for subscriptions that end and for mails that are due, every minute and after the terms have changed. */
export class EndRounds {
  readonly #parts: EndRoundsParts
  readonly #round: Round<void>
  readonly #stopFollowing: () => void

  constructor(parts: EndRoundsParts) {
    this.#parts = parts
    const { ends, mailRounds, relaySettings, logger } = parts
    const work = () => ends.round().then(() => mailRounds.round())
    this.#round = parts.rounds.open({ name: 'subscription_ends', everyMs: roundEveryMs, work })
    this.#stopFollowing = relaySettings.onChange(
      () => void ends.termsChanged().catch(err => logger.error({ err }, 'could not check for ended subscriptions')),
    )
  }

  async close(): Promise<void> {
    this.#stopFollowing()
    await this.#round.close()
    await this.#parts.ends.settled()
    await this.#parts.mailRounds.settled()
  }
}
