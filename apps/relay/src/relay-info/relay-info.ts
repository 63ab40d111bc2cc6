import { servedNips } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { relayInfo, type ValuesOf } from '@hornets/contract/admin/settings'

export type RelayInfoValues = Readonly<ValuesOf<typeof relayInfo>>

/** Limits in NIP-11's form. */
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

export interface RelayInfoSources {
  readonly settings: { get(group: typeof relayInfo): RelayInfoValues }
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly limitation: Limitation
  /** Nothing is accepted during maintenance. */
  readonly maintenance?: { current(): object | undefined }
}

/** The relay's current NIP-11 document. */
export class RelayInfo {
  readonly #sources: RelayInfoSources

  constructor(sources: RelayInfoSources) {
    this.#sources = sources
  }

  /** Empty fields are omitted. */
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

/** Only implemented NIPs, whatever the operator has chosen. */
function supportedNips(chosen: readonly number[]): number[] {
  const served = new Set(servedNips)
  return [...new Set(chosen)].filter(nip => served.has(nip)).sort((a, b) => a - b)
}

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
