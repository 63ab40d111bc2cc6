export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same at every attempt, so that mail programs recognise a repetition; the mailer makes one if missing. */
  readonly id?: string
  /** Stops further mails when it is called (RFC 8058). */
  readonly stopUrl?: string
}

export interface Mailer {
  /** False without a mail server: nothing is sent. */
  readonly isOn: boolean
  /** Resolves once the mail server has accepted it. Throws MailError. */
  send(mail: Mail): Promise<void>
}

/** Why a mail server refused a mail; never contains its content or credentials. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether a retry can help: the server was unreachable, or answered with a 4xx code (RFC 5321, 4.2.1). */
  readonly isTransient: boolean
  /** Whether other mails would fail too. */
  readonly isOfServer: boolean

  constructor(message: string, { isTransient = false, isOfServer = false } = {}) {
    super(message)
    this.isTransient = isTransient
    this.isOfServer = isOfServer
  }
}

export const mailerOff: Mailer = {
  isOn: false,
  send: () => Promise.reject(new MailError('no mail server has been named')),
}
