import { MailError } from '../../mail/mailer.ts'
import type { Mails } from '../../mail/mails.ts'
import { DeliveryError, type Send } from './channel.ts'

export function mailMessage(mails: Pick<Mails, 'isOn' | 'sendOnce'>): Send {
  return async ({ id, title, lines, more, url, language }, { recipient }) => {
    const { email, email_verified } = recipient
    if (!mails.isOn) throw new DeliveryError({ code: 'no_mail_server' })
    if (email === null) throw new DeliveryError({ code: 'no_address' })
    if (email_verified !== 1) throw new DeliveryError({ code: 'address_unverified' })
    try {
      await mails.sendOnce({ address: email, lang: language }, id, ({ notices }, { relay }) =>
        notices.letter({ relay, title, paragraphs: [...lines, ...(more ? [more] : [])], url }),
      )
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const failure = { code: 'mail', text: error.message } as const
      throw new DeliveryError(failure, { isTransient: error.isTransient || error.isOfServer })
    }
  }
}
