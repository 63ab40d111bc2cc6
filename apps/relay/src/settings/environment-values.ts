import { email, type Group, general, outgoing, s3, type ValuesOf } from '@hornets/contract/admin/settings'
import type { FixedSetting } from '@hornets/contract/admin/settings/environment'
import type { Values } from './posted-values.ts'

export interface EnvironmentOfSettings {
  readonly smtp: { readonly url: URL; readonly from: string } | undefined
  readonly s3:
    | {
        readonly origin: URL
        readonly bucket: string
        readonly prefix: string
        readonly region: string
        readonly accessKeyId: string
        readonly secretAccessKey: string
      }
    | undefined
  readonly socksProxy: URL | undefined
  readonly fetchPorts: string | undefined
  readonly fetchNames: ValuesOf<typeof outgoing>['fetch_names'] | undefined
  readonly demoMode: 'on' | 'off' | 'auto'
}

export type FixedValues = ReadonlyMap<string, Readonly<Values>>

export const nothingFixed: FixedValues = new Map()

export function valuesOfEnvironment({ smtp, s3: bucket, demoMode, ...config }: EnvironmentOfSettings): FixedValues {
  return new Map<string, Readonly<Values>>([
    [email.name, smtp ? ofMail(smtp) : {}],
    [s3.name, bucket ? ofBucket(bucket) : {}],
    [outgoing.name, ofOutgoing(config)],
    [general.name, demoMode === 'auto' ? {} : { demo_mode: demoMode === 'on' }],
  ])
}

/** A wrong port is corrected in the console of a relay that was started with another one. */
export const overriddenSettings = (basePort: number | undefined): FixedSetting[] =>
  basePort ? [{ group: general.name, key: 'port', variable: general.fields.port.variable ?? '', isSavable: true }] : []

/** Each with its variable, without its value. */
export const fixedSettings = (fixed: FixedValues, groups: readonly Group[]): FixedSetting[] =>
  groups.flatMap(({ name, fields }) =>
    Object.keys(fixed.get(name) ?? {}).map(key => ({ group: name, key, variable: fields[key]?.variable ?? '' })),
  )

function ofMail({ url, from }: NonNullable<EnvironmentOfSettings['smtp']>): ValuesOf<typeof email> {
  const isTls = url.protocol === 'smtps:'
  return {
    server: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isTls ? 465 : 587)),
    encryption: isTls ? 'tls' : 'starttls',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    sender: from,
  }
}

const ofBucket = (bucket: NonNullable<EnvironmentOfSettings['s3']>): ValuesOf<typeof s3> => ({
  address: `${bucket.origin.origin}/${bucket.bucket}${bucket.prefix && `/${bucket.prefix.slice(0, -1)}`}`,
  region: bucket.region,
  access_key: bucket.accessKeyId,
  secret_key: bucket.secretAccessKey,
})

function ofOutgoing(config: Pick<EnvironmentOfSettings, 'socksProxy' | 'fetchPorts' | 'fetchNames'>): Values {
  const { socksProxy, fetchPorts, fetchNames } = config
  const values: Values = {}
  if (socksProxy) {
    values.proxy = `socks5h://${socksProxy.host}`
    values.user = decodeURIComponent(socksProxy.username)
    values.password = decodeURIComponent(socksProxy.password)
  }
  if (fetchPorts !== undefined) values.fetch_ports = fetchPorts
  if (fetchNames !== undefined) values.fetch_names = fetchNames
  return values
}
