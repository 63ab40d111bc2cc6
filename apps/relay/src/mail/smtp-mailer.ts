import type { WayOut } from '@hornets/server/http/way-out'
import { createTransport } from 'nodemailer'
import { SocksClient } from 'socks'
import { type Mail, MailError, type Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://user:password@host:port`. */
  readonly url: URL
  /** `relay@example.com` or `Name <relay@example.com>`. */
  readonly from: string
  readonly wayOut: WayOut
}

const connectMs = 10_000
const silenceMs = 20_000

/**
 * Mail by SMTP. `smtps` speaks TLS from the first byte; `smtp` goes over to it where the server offers that, and insists on
 * it before it gives a password to another machine.
 */
export function smtpMailer({ url, from, wayOut }: SmtpOptions): Mailer {
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
    async send({ to, ...mail }: Mail) {
      try {
        // As one address, never as a list to be parsed.
        const receiver = { name: '', address: to }
        await transport.sendMail({ ...mail, to: receiver, from, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** As nodemailer reads it: it hands the mail server's name to the proxy in any case. */
function addressOfProxy(proxy: URL): string {
  const port = proxy.port || '1080'
  const user = proxy.username && `${proxy.username}:${proxy.password}@`
  return `socks5://${user}${proxy.hostname}:${port}`
}

/** What nodemailer calls a server that cannot be reached, or that falls silent. */
const unreachable: ReadonlySet<unknown> = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS'])

/** What it calls one that does not let us in. */
const closed: ReadonlySet<unknown> = new Set(['EAUTH', 'EOAUTH2', 'ETLS', 'EPROTOCOL'])

/** The kind of failure and the server's number: its words may repeat the address or the name that signs in. */
function failureOf(error: unknown): MailError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const parts = [code, responseCode].filter(part => typeof part === 'string' || typeof part === 'number')
  const isTransient =
    typeof responseCode === 'number' ? responseCode >= 400 && responseCode < 500 : unreachable.has(code)
  const isOfServer = unreachable.has(code) || closed.has(code)
  const reason = `the mail server did not take the mail (${parts.join(' ') || 'no reason given'})`
  return new MailError(reason, { isTransient, isOfServer })
}
