import type { WayOut } from '@hornets/server/outgoing/way-out'
import { type Mail, type Mailer, mailerOff } from './mailer.ts'
import type { SmtpAddress } from './smtp-address.ts'

/** Mail by the server that is set now; the next mail goes to another one once it changes. */
export class ChangingMailer implements Mailer {
  readonly #wayOut: WayOut
  #address: SmtpAddress | undefined
  #mailer: Promise<Mailer> | undefined

  constructor(wayOut: WayOut) {
    this.#wayOut = wayOut
  }

  get isOn(): boolean {
    return this.#address !== undefined
  }

  use(address: SmtpAddress | undefined): void {
    this.#address = address
    this.#mailer = undefined
  }

  async send(mail: Mail): Promise<void> {
    if (!this.#address) return mailerOff.send(mail)
    this.#mailer ??= mailerTo(this.#address, this.#wayOut)
    await (await this.#mailer).send(mail)
  }
}

/** Most relays send no mail, and its library is large. */
async function mailerTo(address: SmtpAddress, wayOut: WayOut): Promise<Mailer> {
  const { smtpMailer } = await import('./smtp-mailer.ts')
  return smtpMailer({ url: address.url, from: address.from, wayOut })
}
