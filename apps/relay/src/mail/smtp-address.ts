import { type email, senderOf, type ValuesOf } from '@hornets/contract/admin/settings'

export interface SmtpAddress {
  /** `smtp://` or `smtps://user:password@host:port`; a secret. */
  readonly url: URL
  /** `relay@example.com` or `Name <relay@example.com>`. */
  readonly from: string
}

export function smtpAddressOf(values: Readonly<ValuesOf<typeof email>>): SmtpAddress | undefined {
  const { server, port, encryption, user, password } = values
  const from = senderOf(values)
  if (server === '' || from === '') return undefined
  const url = new URL(
    `${encryption === 'tls' ? 'smtps' : 'smtp'}://${server.includes(':') ? `[${server}]` : server}:${port}`,
  )
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return { url, from }
}
