import type { WayOut } from '@hornets/server/outgoing/way-out'
import { createTransport } from 'nodemailer'
import { SocksClient } from 'socks'
import { type Mail, MailError, type Mailer } from './mailer.ts'

export interface SmtpOptions {
  readonly url: URL
  readonly from: string
  readonly wayOut: WayOut
}

export interface SmtpMailer extends Mailer {
  /** Signs in, and sends nothing. Throws MailError. */
  verify(): Promise<void>
}

const connectMs = 10_000
const silenceMs = 20_000

/** `smtp` upgrades if offered, and must before sending a password to another machine. */
export function smtpMailer({ url, from, wayOut }: SmtpOptions): SmtpMailer {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(host)
  const proxy = wayOut.proxyFor(url)
  const transport = createTransport({
    host,
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && auth !== undefined && !isHere,
    ...(auth && { auth }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(proxy && { proxy: addressOfProxy(proxy) }),
  })
  transport.set('proxy_socks_module', { SocksClient })
  return {
    isOn: true,
    async verify() {
      try {
        await transport.verify()
      } catch (error) {
        throw failureOf(error)
      } finally {
        transport.close()
      }
    },
    async send({ to, id, stopUrl, ...mail }: Mail) {
      try {
        // As one address, never parsed as a list.
        const receiver = { name: '', address: to }
        const messageId = id && { messageId: `<${id}@${from.replace(/^.*@|>$/g, '')}>` }
        const headers = { 'Auto-Submitted': 'auto-generated', ...(stopUrl && stopHeaders(stopUrl)) }
        await transport.sendMail({ ...mail, ...messageId, to: receiver, from, headers })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Lets mail programs offer to stop these mails with one click (RFC 8058). */
const stopHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** In nodemailer's form; the proxy always resolves the mail server's name. */
function addressOfProxy(proxy: URL): string {
  const port = proxy.port || '1080'
  const user = proxy.username && `${proxy.username}:${proxy.password}@`
  return `socks5://${user}${proxy.hostname}:${port}`
}

/** nodemailer's codes for unreachable or silent servers. */
const unreachable: ReadonlySet<unknown> = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS'])

/** Its codes for failed authentication. */
const closed: ReadonlySet<unknown> = new Set(['EAUTH', 'EOAUTH2', 'ETLS', 'EPROTOCOL'])

/** The kind of failure and the server's code only: its text may repeat the address or the user name. */
function failureOf(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const parts = [code, responseCode].filter(part => typeof part === 'string' || typeof part === 'number')
  const isTransient =
    typeof responseCode === 'number' ? responseCode >= 400 && responseCode < 500 : unreachable.has(code)
  const isOfServer = unreachable.has(code) || closed.has(code)
  const reason = `the mail server did not take the mail (${parts.join(' ') || 'no reason given'})`
  return new MailError(reason, { isTransient, isOfServer })
}
