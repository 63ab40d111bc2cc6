import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { directWayOut, WayOut } from '@hornets/server/outgoing/way-out'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MailError } from '../../../src/mail/mailer.ts'
import { smtpMailer } from '../../../src/mail/smtp-mailer.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'

let post: MailServer
beforeAll(async () => {
  post = await startMailServer()
})
afterAll(() => post.close())
beforeEach(() => {
  post.state.logins = 0
})

const mail = { to: 'hornet@mail.example', subject: 'Grüße', text: 'Schöne Grüße\n', html: '<p>Schöne Grüße</p>' }
const send = (change: (url: URL) => void, more = {}) => {
  const url = new URL(post.smtp.url)
  change(url)
  return smtpMailer({ ...post.smtp, url, wayOut: directWayOut }).send({ ...mail, ...more })
}
const failure = (sending: Promise<void>) =>
  sending.then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  )

it('reports the kind of a wrong password without password or name', async () => {
  const error = await failure(
    send(url => {
      url.password = 'wrong-secret'
    }),
  )
  expect(error).toBeInstanceOf(MailError)
  expect(error.message).toBe('the mail server did not take the mail (EAUTH 535)')
  expect(JSON.stringify([error, error.cause, error.stack])).not.toMatch(/wrong-secret|mail%20secret|relay@mail/)
})

it('to another machine the password is not given without TLS', async () => {
  // The same server under a name that is not obviously this machine's.
  const error = await failure(
    send(url => {
      url.hostname = '[::ffff:127.0.0.1]'
    }),
  )
  expect([error.message, post.state.logins]).toEqual([expect.stringContaining('ETLS'), 0])
})

it('reports that no server is listening', async () => {
  const error = await failure(
    send(url => {
      url.port = '1'
    }),
  )
  expect(error.message).toMatch(/^the mail server did not take the mail \(E\w+\)$/)
})

it('prevents a line break in a subject or address from adding a header or recipient', async () => {
  await send(() => {}, { subject: 'Hello\r\nBcc: thief@mail.example' })
  const received = await post.mailTo(mail.to)
  expect(received.raw).not.toMatch(/^Bcc:/m)
  expect(received.to).toEqual([mail.to])
  expect(received.text).toContain('Schöne Grüße')
  for (const to of ['a@mail.example\r\nRCPT TO:<thief@mail.example>', 'a@mail.example, thief@mail.example'])
    await send(() => {}, { to }).catch(() => undefined)
  expect(post.mails.flatMap(({ to }) => to)).not.toContain('thief@mail.example')
})

it('connects through a SOCKS proxy by name, and to nothing if the proxy is dead', async () => {
  const proxy = await openSocksDouble({ route: () => ({ port: Number(new URL(post.smtp.url).port) }) })
  const url = new URL(post.smtp.url.href.replace(/@[^:/]+/, '@mail.test').replace(/^smtp:\/\/[^@]*@/, 'smtp://'))
  const wayOut = new WayOut(proxy.url)
  await smtpMailer({ ...post.smtp, url, wayOut })
    .send(mail)
    .catch(() => undefined)
  expect(proxy.calls).toMatchObject([{ host: 'mail.test', byName: true }])
  await proxy.close()
  await expect(smtpMailer({ ...post.smtp, url, wayOut }).send(mail)).rejects.toThrow(MailError)
})
