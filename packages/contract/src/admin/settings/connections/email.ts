import * as z from 'zod/mini'
import { messages } from '../../../messages.ts'
import { defineGroup, field } from '../group.ts'
import { hostName, number, text } from '../rules.ts'

/** As of an SMTP address: `relay@example.com`, or a name with one. */
const sender = /^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const isSender = (value: string) => value === '' || sender.test(value)

export const email = defineGroup({
  name: 'email',
  path: 'email',
  title: 'Email',
  description: 'The mail server for security codes, reminders and notifications.',
  prefixed: true,
  fields: {
    server: field({
      schema: hostName,
      default: '',
      title: 'Mail server',
      description: 'Its name: mail.example.com. Empty: the relay sends no email.',
      control: 'text',
      role: 'owner',
      variable: 'SMTP_URL',
    }),
    port: field({
      schema: number(messages.portAny).check(
        z.int(messages.portAny),
        z.minimum(1, messages.portAny),
        z.maximum(65_535, messages.portAny),
      ),
      default: 465,
      title: 'Port',
      description: 'Usually 465 for tls, 587 for starttls.',
      control: 'number',
      min: 1,
      max: 65_535,
      role: 'owner',
      variable: 'SMTP_URL',
    }),
    encryption: field({
      schema: z.enum(['tls', 'starttls']),
      default: 'tls',
      title: 'Encryption',
      description:
        'tls: from the first byte. starttls: as soon as the server offers it; without it, no password is sent to another machine.',
      control: 'select',
      options: ['tls', 'starttls'],
      role: 'owner',
      variable: 'SMTP_URL',
    }),
    user: field({
      schema: text,
      default: '',
      title: 'User name',
      description: 'Empty: the server asks for none.',
      control: 'text',
      role: 'owner',
      variable: 'SMTP_URL',
    }),
    password: field({
      schema: text,
      default: '',
      title: 'Password',
      description: 'Stored encrypted, and never shown again. It has to be entered again for another server or user.',
      control: 'secret',
      secret: true,
      boundTo: ['server', 'port', 'encryption', 'user'],
      role: 'owner',
      variable: 'SMTP_URL',
    }),
    sender: field({
      schema: text.check(z.refine(isSender, { error: messages.senderInvalid })),
      default: '',
      title: 'Sender',
      description: 'relay@example.com, or Relay <relay@example.com>. Empty: the user name, if it is an address.',
      control: 'text',
      role: 'owner',
      variable: 'SMTP_URL, MAIL_FROM',
    }),
  },
  faults: values => (values.server !== '' && senderOf(values) === '' ? { sender: messages.senderNeeded } : {}),
})

/** Most mail servers use the sender's address as the user name. */
export function senderOf({ sender: given, user }: { readonly sender: string; readonly user: string }): string {
  if (given !== '') return given
  return isSender(user) ? user : ''
}
