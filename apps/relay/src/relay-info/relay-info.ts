import { servedNips } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { relayInfo, type ValuesOf } from '@hornets/contract/admin/settings'

export type RelayInfoValues = Readonly<ValuesOf<typeof relayInfo>>

/** Limits as NIP-11 words them. */
export interface Limitation {
  readonly max_message_length: number
  readonly max_subscriptions: number
  readonly max_subid_length: number
  readonly max_limit: number
  readonly default_limit: number
  readonly max_event_tags: number
  readonly max_content_length: number
  readonly min_pow_difficulty: number
  readonly created_at_upper_limit: number
}

/** What the document is made from; all of it is in memory. */
export interface RelayInfoSources {
  readonly settings: { get(group: typeof relayInfo): RelayInfoValues }
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly limitation: Limitation
  /** While the operator works on the server nothing is taken in. */
  readonly maintenance?: { current(): object | undefined }
}

/** The relay's NIP-11 document as it is now. */
export class RelayInfo {
  readonly #sources: RelayInfoSources

  constructor(sources: RelayInfoSources) {
    this.#sources = sources
  }

  /** Fields that the operator left empty are left out. */
  document(): Record<string, unknown> {
    const values = this.#sources.settings.get(relayInfo)
    const isClosed = this.#sources.maintenance?.current() !== undefined
    const { mode, KindWhitelist } = this.#sources.relaySettings.current()
    return {
      name: values.relayname,
      ...filled({
        description: values.relaydescription,
        contact: values.relaycontact,
        pubkey: values.relaypubkey,
        dhtkey: values.relaydhtkey,
        software: values.relaysoftware,
        version: values.relayversion,
      }),
      supported_nips: supportedNips(values.relaysupportednips),
      limitation: {
        ...this.#sources.limitation,
        auth_required: false,
        payment_required: false,
        restricted_writes: isClosed || (mode === 'whitelist' && KindWhitelist.length > 0),
      },
    }
  }
}

/** Never claims what the relay does not do, whatever the operator has chosen. */
function supportedNips(chosen: readonly number[]): number[] {
  const served = new Set(servedNips)
  return [...new Set(chosen)].filter(nip => served.has(nip)).sort((a, b) => a - b)
}

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
