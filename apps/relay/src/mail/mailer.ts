/** A mail that is ready to go. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The way out for mail. */
export interface Mailer {
  /** False where no mail server has been named: then nothing is ever sent. */
  readonly isOn: boolean
  /** Resolves once the mail server has taken it over. Throws MailError. */
  send(mail: Mail): Promise<void>
}

/** Why a mail server did not take a mail; never holds what was in it, nor how one signs in there. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Might the same mail be taken later? So it is while nobody answers, and with the 4xx answers of SMTP (RFC 5321, 4.2.1). */
  readonly isTransient: boolean
  /** Would no other mail be taken either? */
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
