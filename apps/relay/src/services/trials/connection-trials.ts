import { messages } from '@hornets/contract'
import type { email, outgoing, ValuesOf } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import { askSocksProxy } from '@hornets/server/outgoing/socks-probe'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { MailError } from '../../mail/mailer.ts'
import { smtpAddressOf } from '../../mail/smtp-address.ts'
import { proxyOf } from '../../settings/outgoing-settings.ts'

/** Signs in to the mail server, and sends nothing. Throws ApiError. */
export async function tryMail(values: ValuesOf<typeof email>, wayOut: WayOut): Promise<string> {
  const address = smtpAddressOf(values)
  if (!address) throw new ApiError('bad_request', messages.noMailServer)
  const { smtpMailer } = await import('../../mail/smtp-mailer.ts')
  const mailer = smtpMailer({ url: address.url, from: address.from, wayOut })
  await mailer.verify().catch(error => {
    const { isTransient, message } = error as MailError
    const said = isTransient ? messages.mailUnreachable : messages.mailSignInRefused
    throw new ApiError('unavailable', said, { cause: message })
  })
  return `${values.server}:${values.port} · ${address.from}`
}

/** Greets the proxy without connecting through it. Throws ApiError. */
export async function tryProxy(values: ValuesOf<typeof outgoing>): Promise<string> {
  const proxy = proxyOf(values)
  if (!proxy) throw new ApiError('bad_request', messages.noProxy)
  const state = await askSocksProxy(proxy)
  if (state === 'answers') return proxy.host
  throw new ApiError('unavailable', state === 'silent' ? messages.proxySilent : messages.proxyRefuses)
}
