import type { Logger } from '@hornets/server/logger'
import type { FastifyInstance } from 'fastify'
import type { NostrDoor } from './nostr/nostr-door.ts'
import type { RelayInfo } from './relay-info/relay-info.ts'

export interface PublicDoorOptions {
  readonly host: string
  /** 0 = any free one. */
  readonly port: number
  readonly nostr: NostrDoor
  readonly relayInfo: RelayInfo
  /** Puts Blossom's routes on the same app. */
  readonly mountMedia?: (app: FastifyInstance) => void | Promise<void>
  readonly log: Logger
}

/** The listener of the public door (P+1). */
export interface PublicDoor {
  readonly port: number
  /** Stops listening and closes what is open: websockets with 1001. A new door may be opened on the same parts. */
  close(): Promise<void>
}

export type OpenPublicDoor = (options: PublicDoorOptions) => Promise<PublicDoor>
