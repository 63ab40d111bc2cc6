import type { s3, ValuesOf } from '@hornets/contract/admin/settings'

export interface S3Address {
  readonly origin: URL
  readonly bucket: string
  /** Precedes every name; empty, or ends with `/`. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export function s3AddressOf(values: Readonly<ValuesOf<typeof s3>>): S3Address | undefined {
  const { address, region, access_key: key, secret_key: secret } = values
  const url = URL.parse(address)
  if (!url) return undefined
  url.username = encodeURIComponent(key)
  url.password = encodeURIComponent(secret)
  url.searchParams.set('region', region)
  return readS3Address(url.href) ?? undefined
}

/**
 * `https://access-key:secret@server/bucket/prefix?region=…`. Null if a part is missing or wrong. No region: `us-
 * east-1`, which most accept.
 */
export function readS3Address(text: string): S3Address | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '') return null
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1)
  const prefix = folders.filter(folder => folder !== '').join('/')
  const region = url.searchParams.get('region') || 'us-east-1'
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null
  if (!/^[\w./-]*$/.test(prefix) || !/^[\w-]{1,64}$/.test(region)) return null
  try {
    const accessKeyId = decodeURIComponent(url.username)
    const secretAccessKey = decodeURIComponent(url.password)
    if (accessKeyId === '' || secretAccessKey === '') return null
    const origin = new URL(url.origin)
    return { origin, bucket, prefix: prefix && `${prefix}/`, region, accessKeyId, secretAccessKey }
  } catch {
    return null
  }
}
