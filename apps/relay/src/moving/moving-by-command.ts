import type { NostrEvent } from '@hornets/contract'
import type { MovedThing } from '@hornets/contract/admin/events/moved-things'
import { movedThings } from '@hornets/contract/admin/events/moved-things'
import { beginMove, type OldServerContent } from '@hornets/contract/admin/events/moves'
import type { UnsignedEvent } from '@hornets/contract/sign-in'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { generateSecretKey } from 'nostr-tools'
import type { SecretBox } from '../database/secret-box.ts'
import type { TransfersByCommand } from '../transfers/transfers-by-command.ts'
import { sealPlan } from './move-plan.ts'
import { OldServer } from './old-server.ts'
import { survey } from './survey.ts'

export interface MovingByCommandParts {
  readonly wayOut: Pick<WayOut, 'send' | 'stream' | 'agentFor'>
}

export interface OldServerByCommand {
  readonly url: string
  readonly token: string
  readonly found: OldServerContent
}

export class MovingByCommand {
  readonly #parts: MovingByCommandParts

  constructor(parts: MovingByCommandParts) {
    this.#parts = parts
  }

  /** Throws ApiError. */
  challenge(url: string, npub: string, password: string): Promise<UnsignedEvent> {
    return new OldServer({ url, ...this.#parts }).challenge(npub, password)
  }

  /** Throws ApiError. */
  async look(url: string, event: NostrEvent): Promise<OldServerByCommand> {
    const { server, token } = await new OldServer({ url, ...this.#parts }).verify(event)
    const key = generateSecretKey()
    const found = await survey(server, undefined, { ...this.#parts, secretKey: () => key, now: Date.now })
    return { url, token, found }
  }

  async leave({ url, token }: OldServerByCommand): Promise<void> {
    await new OldServer({ url, token, ...this.#parts }).signOut()
  }

  async begin(
    { url, token, found }: OldServerByCommand,
    transfers: TransfersByCommand,
    box: SecretBox,
    statistics: AsyncIterable<Uint8Array> | null,
  ): Promise<{ readonly id: number }> {
    const { relay } = found
    // Without a relay there are no events, and the files need their owners.
    const things = movedThings.filter((thing: MovedThing) => relay !== null || thing !== 'events')
    const file = statistics && (await transfers.receive(statistics))
    const plan = sealPlan(box, { url, relay, things, file, token })
    return transfers.move(plan, { url, relay, things }, beginMove.audit.begin)
  }
}
