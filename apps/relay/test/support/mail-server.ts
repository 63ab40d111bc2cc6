import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly raw: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A real mail server on this machine that keeps its mails. It requires the name and password of its address. */
export async function startMailServer(atPort = 0) {
  const mails: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  const state = {
    refuse: false,
    /** Answers to the next mails, instead of accepting them. */
    answers: [] as number[],
    tries: 0,
    logins: 0,
    gate: undefined as Promise<void> | undefined,
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      state.logins += 1
      return username === 'relay@mail.example' && password === 'mail secret'
        ? done(null, { user: username })
        : done(new Error('Invalid username or password'))
    },
    onData: (stream, session, done) => {
      take(stream, session.envelope.rcptTo).then(() => done(), done)
    },
  })
  async function take(stream: Readable, recipients: readonly { readonly address: string }[]): Promise<void> {
    const raw = await text(stream)
    await state.gate
    state.tries += 1
    const responseCode = state.answers.shift()
    if (responseCode) throw Object.assign(new Error('not this one'), { responseCode })
    if (state.refuse) throw Object.assign(new Error('mailbox of hornet@mail.example is full'), { responseCode: 552 })
    mails.push({ to: recipients.map(({ address }) => address), raw, ...read(raw) })
    for (const wake of waiting.splice(0)) wake()
  }
  // A stopping relay may hang up in the middle of a mail.
  server.on('error', () => {})
  server.listen(atPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    smtp: { url: new URL(`smtp://relay%40mail.example:mail%20secret@127.0.0.1:${port}`), from: 'relay@mail.example' },
    mails,
    state,
    /** The next mail to this address; earlier ones count until they are forgotten. */
    async mailTo(address: string): Promise<ReceivedMail> {
      for (;;) {
        const at = mails.findIndex(({ to }) => to.includes(address))
        const [mail] = at < 0 ? [] : mails.splice(at, 1)
        if (mail) return mail
        await new Promise<void>(resolve => waiting.push(resolve))
      }
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

function read(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'html'> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''
  const words = subject.replace(/\?= =\?/g, '?==?').replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_all, way, word) => {
    if (way.toUpperCase() === 'B') return Buffer.from(word, 'base64').toString()
    return quoted(word.replaceAll('_', ' '))
  })
  return { subject: words, text: part(raw, 'text/plain'), html: part(raw, 'text/html') }
}

function part(raw: string, type: string): string {
  const found = new RegExp(`Content-Type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`, 'i').exec(raw)
  const [all = '', body = ''] = found ?? []
  if (/transfer-encoding: base64/i.test(all)) return Buffer.from(body, 'base64').toString()
  return /transfer-encoding: quoted-printable/i.test(all) ? quoted(body.replace(/=\r\n/g, '')) : body
}

const quoted = (words: string) =>
  Buffer.from(
    words.replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
