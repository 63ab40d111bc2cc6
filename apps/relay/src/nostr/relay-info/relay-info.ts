import { supportedNips } from '@hornets/contract'
import type { AccessRights } from '@hornets/contract/admin/access-rights'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { addressInstead, policyDocuments, relayInfo, type ValuesOf } from '@hornets/contract/admin/settings'

export type RelayInfoValues = Readonly<ValuesOf<typeof relayInfo>>

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
  /** Says where to pay and to read the policies; nowhere while the relay has no public address. */
  readonly names?: { subscribeUrl(): string | undefined; urlOf(path: string): string | undefined }
  readonly access?: { current(): AccessRights }
  readonly maintenance?: { current(): object | undefined }
}

export class RelayInfo {
  readonly #sources: RelayInfoSources

  constructor(sources: RelayInfoSources) {
    this.#sources = sources
  }

  document(): Record<string, unknown> {
    const values = this.#sources.settings.get(relayInfo)
    const isClosed = this.#sources.maintenance?.current() !== undefined
    const settings = this.#sources.relaySettings.current()
    const { mode, KindWhitelist, freeTierEnabled } = settings
    const fees = feesOf(settings)
    const isPaid = fees.length > 0
    const access = this.#sources.access?.current()
    const { write = 'everyone', read = 'everyone' } = access ?? {}
    const isLimited = isClosed || isPaid || freeTierEnabled || (mode === 'whitelist' && KindWhitelist.length > 0)
    return {
      name: values.relayname,
      ...filled({
        description: values.relaydescription,
        icon: values.relayicon,
        banner: values.relaybanner,
        contact: values.relaycontact,
        pubkey: values.relaypubkey,
        dhtkey: values.relaydhtkey,
        software: values.relaysoftware,
        version: values.relayversion,
        ...this.#policies(values),
      }),
      supported_nips: supportedNips(values.relaysupportednips),
      // The version of NIP-77's protocol, as other relays tell it.
      ...(supportedNips(values.relaysupportednips).includes(77) && { negentropy: 1 }),
      limitation: {
        ...this.#sources.limitation,
        ...(access && limitsOf(access)),
        auth_required: read !== 'everyone',
        payment_required: write === 'paying' || (isPaid && !freeTierEnabled),
        restricted_writes: write !== 'everyone' || isLimited,
      },
      ...(isPaid && {
        ...filled({ payments_url: this.#sources.names?.subscribeUrl() ?? '' }),
        fees: { subscription: fees },
      }),
    }
  }

  #policies(values: RelayInfoValues): Record<string, string> {
    const urlOf = (path: string) => this.#sources.names?.urlOf(path) ?? ''
    const written = policyDocuments.filter(({ key }) => values[key] !== '')
    return Object.fromEntries(
      written.map(({ key, nip11, path }) => [nip11, addressInstead(values[key]) ?? urlOf(path)]),
    )
  }
}

/** Work and clock as NIP-11 words them; what has no limit is left out, as `undefined` is from JSON. */
function limitsOf({ min_pow, created_at_past_seconds, created_at_future_seconds }: AccessRights) {
  return {
    min_pow_difficulty: min_pow,
    created_at_lower_limit: created_at_past_seconds || undefined,
    created_at_upper_limit: created_at_future_seconds || undefined,
  }
}

const monthSeconds = 30 * 86_400

/** What is sold to everyone, as NIP-11 words it: millisatoshis for seconds. */
function feesOf({ subscription_tiers }: Readonly<RelaySettings>) {
  return subscription_tiers
    .filter(({ price, hidden }) => Number(price) > 0 && !hidden)
    .map(({ price }) => ({ amount: Number(price) * 1000, unit: 'msats', period: monthSeconds }))
}

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
