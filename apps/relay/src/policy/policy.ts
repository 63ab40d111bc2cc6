import type { NostrEvent } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { publishedKinds } from '../publisher/published-kinds.ts'
import { accessRequestKinds } from './access-requests.ts'
import { checkClock } from './clock.ts'
import { maxFileBytes } from './file-size.ts'
import { checkFileByOwnRules, checkOwnRules } from './own-rules.ts'
import { checkWork } from './proof-of-work.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { RelayIdentity } from './relay-identity.ts'
import { checkKind, checkMediaType } from './relay-mode.ts'
import {
  checkAddress,
  checkReader,
  checkUploader,
  checkWords,
  checkWriter,
  openRules,
  type WriteRules,
} from './write-rules.ts'

// The order in which an event is judged (ruling R-106). Before it: message size and rate, shape, id and signature
// (nostr/). 1 maintenance 2 expiry and clock (NIP-40) 3 proof of work (NIP-13) 4 blocked author 5 blocked address 6 who
// can write 7 relay mode: kinds 8 kinds that only the relay itself publishes 9 protected events (NIP-70) 10 the
// operator's own rules 11 words. A request to vanish (NIP-62) is obeyed whatever 3 to 11 say; they only decide whether
// it is shown. An event that an admin allowed by its id passes 6, 7, 10 and 11. After it: disk and daily bytes, quota, then in the store: deleted, banned, superseded.

/** The operator's block list; synchronous and in constant time, because every event asks. */
export interface BlockList {
  isBlocked(pubkey: string): boolean
}

export interface CurrentRelaySettings {
  current(): Readonly<RelaySettings>
}

export interface EventContext {
  /** Public keys authenticated on this connection (NIP-42). */
  readonly authenticated: ReadonlySet<string>
  readonly ip?: string | undefined
  /** A report about something stored here: taken from whom and in whatever kinds the relay accepts. */
  readonly isReportOfStored?: boolean
}

/** A file offered for upload: judged before its body is read, and again after. */
export interface OfferedFile {
  /** Media type without parameters, lower case; detected from the content once it is known. */
  readonly mime: string
  /** 0 while the size is unknown. */
  readonly bytes: number
  /** Signer of the upload, lower-case hex. */
  readonly pubkey: string
}

/** 415 for a file's type, 403 for its owner, 413 for its size, 402 if its owner can pay for more space. Null = accepted. */
export type JudgeFile = (file: OfferedFile) => Refusal | null

export interface PolicyOptions {
  readonly relaySettings: CurrentRelaySettings
  readonly access: BlockList
  readonly relay: RelayIdentity
  readonly maintenance?: MaintenanceSource
  readonly now: () => number
  readonly rules?: WriteRules
  /** NIP-13 without rules; 0 = none. */
  readonly minimumDifficulty?: number
}

/** Judges events, files and readers: null = allowed. Reads the current settings and lists each time. */
export class Policy {
  readonly #relaySettings: CurrentRelaySettings
  readonly #access: BlockList
  readonly #relay: RelayIdentity
  readonly #maintenance: MaintenanceSource | undefined
  readonly #now: () => number
  readonly #rules: WriteRules

  constructor({ relaySettings, access, relay, maintenance, now, rules, minimumDifficulty = 0 }: PolicyOptions) {
    this.#relaySettings = relaySettings
    this.#access = access
    this.#relay = relay
    this.#maintenance = maintenance
    this.#now = now
    this.#rules = rules ?? openRules(minimumDifficulty)
  }

  /** Who sees events that wait for a judgement: their authors alone (strict), or everybody. */
  get moderationMode(): 'strict' | 'passive' {
    return this.#relaySettings.current().moderationMode
  }

  /** NIP-13, announced in the NIP-11 document. */
  get minimumDifficulty(): number {
    return this.#rules.current().min_pow
  }

  /** The event's shape, id and signature must be checked before. */
  judgeEvent(event: NostrEvent, { authenticated, ip, isReportOfStored }: EventContext): Refusal | null {
    return (
      this.#checkTime(event) ??
      checkWork(event, this.#rules.current().min_pow) ??
      this.#checkAuthor(event.pubkey) ??
      checkAddress(ip, this.#rules) ??
      (this.#rules.isAllowedEvent(event.id)
        ? this.#checkSource(event, authenticated)
        : ((isReportOfStored ? null : this.#checkWriterOrKind(event, authenticated)) ??
          this.#checkSource(event, authenticated) ??
          checkOwnRules(event, ip, this.#rules) ??
          checkWords(event, this.#rules)))
    )
  }

  /** What a report of something stored is spared. No check after it has counted anything yet. */
  refusesWriterOrKind(event: NostrEvent, { authenticated }: EventContext): boolean {
    return this.#checkWriterOrKind(event, authenticated) !== null
  }

  /** Requests to join and to leave (NIP-43) are answered, never stored, so the mode and NIP-70 say nothing of them. */
  #checkWriterOrKind(event: NostrEvent, authenticated: ReadonlySet<string>): Refusal | null {
    if (accessRequestKinds.has(event.kind)) return null
    return checkWriter(event, authenticated, this.#rules) ?? checkKind(event.kind, this.#relaySettings.current())
  }

  #checkSource(event: NostrEvent, authenticated: ReadonlySet<string>): Refusal | null {
    if (accessRequestKinds.has(event.kind)) return null
    return checkRelayKind(event, this.#relay.pubkey) ?? checkProtected(event, authenticated)
  }

  /** Whether a request to vanish must be obeyed (NIP-62), even from keys or of kinds that are otherwise refused. */
  judgeVanishRequest(event: NostrEvent): Refusal | null {
    return this.#checkTime(event) ?? checkVanishRequest(event, this.#relay.isNamed)
  }

  /** `reason` goes into BUD-01's X-Reason, `status` is the response's. */
  judgeFile({ mime, bytes, pubkey }: OfferedFile): Refusal | null {
    const settings = this.#relaySettings.current()
    const tooLarge = bytes > maxFileBytes(settings)
    return (
      this.#checkAuthor(pubkey) ??
      checkUploader(pubkey, this.#rules) ??
      checkMediaType(mime, settings) ??
      checkFileByOwnRules({ pubkey, bytes }, this.#rules) ??
      (tooLarge
        ? refuse('size', `blocked: files are limited to ${settings.maxfilesize} ${settings.maxfilesizeunit}`, {
            status: 413,
          })
        : null)
    )
  }

  /** Whether this key can authenticate (NIP-42, Blossom), from this address. */
  judgeReader(pubkey: string, ip?: string): Refusal | null {
    return this.#checkAuthor(pubkey) ?? checkAddress(ip, this.#rules)
  }

  judgeAddress(ip: string): Refusal | null {
    return checkAddress(ip, this.#rules)
  }

  judgeReading(keys: ReadonlySet<string>): Refusal | null {
    return checkReader(keys, this.#rules)
  }

  #checkTime(event: NostrEvent): Refusal | null {
    return (
      checkMaintenance(this.#maintenance) ?? checkClock(event, Math.floor(this.#now() / 1000), this.#rules.current())
    )
  }

  #checkAuthor(pubkey: string): Refusal | null {
    return this.#access.isBlocked(pubkey)
      ? refuse('blocked', 'blocked: this public key is blocked here, ask the operator', {
          rule: `blocked-pubkeys:${pubkey}`,
        })
      : null
  }
}

interface MaintenanceSource {
  current(): object | undefined
}

/** Writes during maintenance could be lost: clients should keep the event and retry (NIP-01: `error:`). */
function checkMaintenance(maintenance: MaintenanceSource | undefined): Refusal | null {
  return maintenance?.current()
    ? refuse('maintenance', 'error: the relay is under maintenance, please try again later', { status: 503 })
    : null
}

/** NIP-70: an event with a `-` tag is accepted only from its author, authenticated on this connection. */
function checkProtected(event: NostrEvent, authenticated: ReadonlySet<string>): Refusal | null {
  if (!event.tags.some(tag => tag[0] === '-')) return null
  if (authenticated.has(event.pubkey)) return null
  return authenticated.size === 0
    ? refuse('protected', 'auth-required: only its author can publish this event', { status: 401 })
    : refuse('protected', 'restricted: only its author can publish this event')
}

/** Kinds that only the relay publishes. From others they could be mistaken for its word. */
const relayKinds: ReadonlyMap<number, string> = new Map(publishedKinds.map(({ kind, name }) => [kind, name]))

function checkRelayKind(event: NostrEvent, relayPubkey: () => string): Refusal | null {
  const name = relayKinds.get(event.kind)
  if (name === undefined || event.pubkey === relayPubkey()) return null
  return refuse('relay-kind', `restricted: kind ${event.kind} (${name}) is published by the relay itself`)
}

const everyRelay = 'ALL_RELAYS'

/** Only if a relay tag names this relay or all (NIP-62): else OK would promise a deletion that does not happen. */
function checkVanishRequest(event: NostrEvent, isNamed: (address: string) => boolean): Refusal | null {
  const relays = event.tags.flatMap(([name, value]) => (name === 'relay' && value !== undefined ? [value] : []))
  if (relays.some(relay => relay === everyRelay || isNamed(relay))) return null
  return refuse('invalid', `invalid: this request to vanish names neither this relay nor ${everyRelay}`)
}
